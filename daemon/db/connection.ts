import type { Knex } from 'knex';
import type { Clock } from '../crypto/clock.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** `writer` runs every change; `reader` only reads, and sees what has been committed. */
export interface Database {
  writer: Knex;
  reader: Knex;
  /** Runs `work` in a transaction of the writer, with the least overhead; `q` is of no use after it. */
  transact<T>(work: (q: Knex) => Promise<T>): Promise<T>;
  /** Returns the clock that all who use the database share. */
  clock(): Promise<Clock>;
  close(): Promise<void>;
}

/** The URLs may contain a password: they are never logged. */
export type DatabaseAddress =
  | { engine: 'sqlite'; file: string }
  | {
      engine: 'postgres';
      url: string;
      /** Where signals are listened to, if not at `url`. */
      listenUrl?: string;
    };

export interface DatabaseOptions {
  /** With FULL every commit survives a power cut, with NORMAL the last ones may be lost. */
  synchronous: 'FULL' | 'NORMAL';
  /** Connections that write, on PostgreSQL; 10 if not given. SQLite always has one. */
  writers?: number | undefined;
  /** Milliseconds without an answer after which a connection to PostgreSQL is given up; 40,000 if not given. */
  silence?: number;
}

/** Connects at the first statement. */
export function openDatabase(address: DatabaseAddress, options: DatabaseOptions): Database {
  return address.engine === 'sqlite' ? openSqlite(address.file, options) : openPostgres(address.url, options);
}
