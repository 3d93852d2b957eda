import type { ExitName } from '#sdk/contract/errors.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { CliError } from './cli-error.ts';

/** The exit code, message and remedy for each reason why nothing starts. */
const failures = {
  port_in_use: { exit: 'conflict', key: 'cli.errors.port_in_use', hint: 'cli.hints.port_in_use' },
  port_forbidden: { exit: 'forbidden', key: 'cli.errors.port_forbidden', hint: 'cli.hints.port_forbidden' },
  address_missing: { exit: 'usage', key: 'cli.errors.address_missing', hint: 'cli.hints.address_missing' },
  data_folder_file: { exit: 'usage', key: 'cli.errors.data_folder_file', hint: 'cli.hints.data_folder_file' },
  sqlite_full: { exit: 'limit', key: 'cli.errors.sqlite_full', hint: 'cli.hints.sqlite_full' },
  sqlite_disk: { exit: 'failure', key: 'cli.errors.sqlite_disk', hint: 'cli.hints.sqlite_disk' },
  sqlite_unopened: {
    exit: 'forbidden',
    key: 'cli.errors.sqlite_unopened',
    hint: 'cli.hints.sqlite_unopened',
  },
} as const satisfies Record<string, { exit: ExitName; key: MessageKey; hint: MessageKey }>;

/** What the operating system and SQLite say, with the call that they refuse where others say the same. */
const reasons: Readonly<Record<string, keyof typeof failures>> = {
  'listen EADDRINUSE': 'port_in_use',
  'listen EACCES': 'port_forbidden',
  'listen EADDRNOTAVAIL': 'address_missing',
  'getaddrinfo ENOTFOUND': 'address_missing',
  'mkdir EEXIST': 'data_folder_file',
  'mkdir ENOTDIR': 'data_folder_file',
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
  const { exit, key, hint } = failures[name];
  return new CliError({
    exit,
    key,
    params: { port: port ?? '', address: address ?? hostname ?? '', path: path ?? '' },
    hint: { key: hint },
    cause: error,
  });
}
