import { join, resolve } from 'node:path';
import { envPrefix as prefix } from '#sdk/contract/environment.js';
import type { DatabaseAddress } from '../db/connection.ts';
import { checkDatabaseUrl, checkListenUrl } from './checks.ts';
import type { EnvRow } from './readers.ts';

export const databaseTable = {
  databaseUrl: {
    name: 'DATABASE_URL',
    default: '',
    secret: true,
    help: 'Database: `sqlite:` followed by a file path, or `postgres://user:password@host:port/name`. If empty, `fileshare.db` in the data folder.',
    check: checkDatabaseUrl,
  },
  databaseListenUrl: {
    name: 'DATABASE_LISTEN_URL',
    default: '',
    secret: true,
    help: 'PostgreSQL URL for the one connection that waits for messages from other servers, if it should go past a pooler such as PgBouncer. If empty, the URL of the database.',
    check: checkListenUrl,
  },
} as const satisfies Record<string, EnvRow>;

export function readDatabase(
  text: (key: keyof typeof databaseTable) => string,
  dataDir: string,
  problems: string[],
): DatabaseAddress {
  const address = addressOf(text('databaseUrl'), dataDir);
  const listenUrl = text('databaseListenUrl');
  if (listenUrl === '') return address;
  if (address.engine === 'postgres') return { ...address, listenUrl };
  problems.push(`${prefix}DATABASE_LISTEN_URL needs a PostgreSQL database in ${prefix}DATABASE_URL.`);
  return address;
}

/** Returns the file of the database if the environment names no other. */
export function defaultDatabaseFile(dataDir: string): string {
  return join(dataDir, 'fileshare.db');
}

/** Reads a URL that `checkDatabaseUrl` accepts. */
export function addressOf(url: string, dataDir: string): DatabaseAddress {
  if (url.startsWith('postgres')) return { engine: 'postgres', url };
  return { engine: 'sqlite', file: url === '' ? defaultDatabaseFile(dataDir) : resolve(url.slice(7)) };
}
