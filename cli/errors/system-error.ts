import type { ExitName } from '#sdk/contract/errors.js';
import { CliError } from './cli-error.ts';

/** The exit code of each reason why nothing starts; `cli.errors` and `cli.hints` have the texts of the same names. */
const exits = {
  port_in_use: 'conflict',
  port_forbidden: 'forbidden',
  address_missing: 'usage',
  not_a_folder: 'usage',
  sqlite_full: 'limit',
  sqlite_disk: 'failure',
  sqlite_unopened: 'forbidden',
} as const satisfies Record<string, ExitName>;

/** What the operating system and SQLite say, with the call that they refuse where others say the same. */
const reasons: Readonly<Record<string, keyof typeof exits>> = {
  'listen EADDRINUSE': 'port_in_use',
  'listen EACCES': 'port_forbidden',
  'listen EADDRNOTAVAIL': 'address_missing',
  'getaddrinfo ENOTFOUND': 'address_missing',
  'mkdir EEXIST': 'not_a_folder',
  'mkdir ENOTDIR': 'not_a_folder',
  SQLITE_FULL: 'sqlite_full',
  SQLITE_IOERR: 'sqlite_disk',
  SQLITE_CANTOPEN: 'sqlite_unopened',
};

/** Explains the common errors of the operating system and of SQLite at a start; undefined for others. */
export function explainSystemError(error: Error): CliError | undefined {
  const { code, syscall, port, address, hostname, path } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    hostname?: string;
  };
  const name = reasons[[syscall, code].filter(Boolean).join(' ')];
  if (!name) return undefined;
  return new CliError({
    exit: exits[name],
    key: `cli.errors.${name}`,
    params: { port: port ?? '', address: address ?? hostname ?? '', path: path ?? '' },
    hint: { key: `cli.hints.${name}` },
    cause: error,
  });
}
