import { HostError, type HostErrorCode } from '#sdk/contract/host.js';
import type { DatabaseAddress } from '../connection.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../dialect.ts';
import { describeAddress } from './address.ts';

/** Codes of PostgreSQL, SQLite and the system, and what they mean to somebody who moves a database. */
const meanings: readonly [codes: RegExp, code: HostErrorCode][] = [
  [/^28...$/, 'database_credentials'],
  [/^3D000$/, 'database_missing'],
  [/^(42501|SQLITE_CANTOPEN|SQLITE_READONLY|EACCES|EPERM|EROFS)$/, 'database_forbidden'],
  [/^(53100|SQLITE_FULL|ENOSPC|EDQUOT)$/, 'database_full'],
  [/^(55P03|40P01|SQLITE_BUSY)$/, 'database_busy'],
  [/^SQLITE_NOTADB$/, 'database_not_empty'],
];

const ofFiles = /^(SQLITE_|EACCES|EPERM|EROFS|ENOSPC|EDQUOT)/;

/** Explains what a database or the system has refused. One of the two addresses is that of a PostgreSQL server. */
export function explainFailure(error: unknown, addresses: readonly DatabaseAddress[]): unknown {
  if (!(error instanceof Error) || error instanceof HostError) return error;
  const codes = [codeOf(error), codeOf(error.cause)];
  const isOfFile = !(error instanceof DatabaseUnavailable) && codes.some((code) => ofFiles.test(code));
  const found = addresses.find(({ engine }) => (engine === 'sqlite') === isOfFile);
  const address = found ? describeAddress(found) : '';
  const [, code] = meanings.find(([known]) => codes.some((some) => known.test(some))) ?? [];
  if (code) return new HostError(code, { address }, { cause: error });
  if (!isDatabaseUnavailable(error)) return error;
  const { message } = error.cause instanceof Error ? error.cause : error;
  return new HostError('database_unreachable', { address, reason: message }, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
