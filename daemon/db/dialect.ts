import type { Knex } from 'knex';
import { text } from './postgres-schema/text.ts';

/**
 * Everything that statements and errors say differently on SQLite and PostgreSQL. Statements are written so that both
 * understand them; what is here cannot be.
 */

type Engine = 'sqlite' | 'postgres';

export interface Dialect {
  /** Identifies a row within one statement; on SQLite an index alone knows it. */
  rowId: string;
  /** The time in milliseconds since 1970 by the clock of the database, which all servers share. */
  now: string;
  /** Types of columns, and what follows the list of columns of a new table. */
  types: { integer: string; text: string; blob: string; tableOptions: string };
}

const dialects: Readonly<Record<Engine, Dialect>> = {
  sqlite: {
    rowId: 'rowid',
    now: "cast(unixepoch('subsec') * 1000 as integer)",
    types: { integer: 'integer', text: 'text', blob: 'blob', tableOptions: 'strict' },
  },
  postgres: {
    rowId: 'ctid',
    now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
    types: { integer: 'bigint', text, blob: 'bytea', tableOptions: '' },
  },
};

const engines: Readonly<Record<string, Engine>> = { sqlite3: 'sqlite', pg: 'postgres' };

export function engineOf(q: Knex): Engine {
  const { driverName } = q.client as Knex.Client;
  const engine = engines[driverName];
  if (!engine) throw new Error(`unknown driver ${driverName}`);
  return engine;
}

export function dialectOf(q: Knex): Dialect {
  return dialects[engineOf(q)];
}

/** The server of the database cannot be reached, or the connection to it was lost. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';

  constructor(cause: Error) {
    super(`the database is unavailable: ${cause.message}`, { cause });
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Whether a statement violated the unique index over a column (`shares.id_key`). */
export function isUniqueViolation(error: unknown, column: string): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === 'SQLITE_CONSTRAINT') return error.message.includes(`UNIQUE constraint failed: ${column}`);
  const name = `${column.replace('.', '_')}_key`;
  return code === '23505' && 'constraint' in error && error.constraint === name;
}

const diskFullCodes: ReadonlySet<unknown> = new Set(['SQLITE_FULL', '53100']);

/** Whether the disk has no space for a change. */
export function isDiskFull(error: unknown): boolean {
  return diskFullCodes.has(codeOf(error));
}

/** What a database says to every change once it has been moved; `db/move` makes it do so. */
export const movedMessage = 'this database has been moved: only read from it';

/**
 * Codes of failures that pass. Of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html): memory or
 * connections are used up, a statement or a lock took too long, the server is stopping or starting, or may only be read.
 * Of SQLite: another process writes for longer than we wait.
 */
const passingCodes = /^(08...|53200|53300|55P03|57014|57P0[123]|40001|40P01|25P03|25006|SQLITE_BUSY)$/;

/** Whether the database cannot be used at the moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailable || error.name === 'KnexTimeoutError') return true;
  if (error.message.includes(movedMessage)) return true;
  return passingCodes.test(String(codeOf(error)));
}

/** Whether PostgreSQL has rolled back a transaction because of another one: it can succeed the next time. */
export function isSerializationFailure(error: unknown): boolean {
  return ['40001', '40P01'].includes(String(codeOf(error)));
}

/** Escapes the text as a literal part of a LIKE pattern; the statement must say `ESCAPE '\'`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

/**
 * Lower case like that of `lower()` on both engines, which change only ASCII letters. LIKE ignores their case on SQLite
 * and not on PostgreSQL, so a search compares `lower(column)` with this.
 */
export function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
