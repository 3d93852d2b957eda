import type { Knex } from 'knex';
import type { ServerRole } from '#sdk/contract/host.js';
import { dialectOf } from '../db/dialect.ts';
import { migrations } from '../db/migrations.ts';

/** A server that runs, or did a moment ago. Moments are milliseconds since 1970 by the clock of the database. */
export interface ServerRecord {
  /** Of this start: the next one has another. */
  id: string;
  /** The host name of its machine. */
  name: string;
  version: string;
  role: ServerRole;
  /** The id of its data folder. */
  folder: string;
  /** `local`, or `s3:` and the place in a bucket; `s3` alone was entered by an earlier version. */
  storage: string;
  /** The same for the same configuration in the environment. */
  settings: string;
  startedAt: number;
  /** When it last said that it is running. */
  seenAt: number;
}

type ServerRow = Omit<ServerRecord, 'startedAt' | 'seenAt'> & { started_at: number; seen_at: number };

/** Milliseconds after which a server that has not been seen counts as gone. */
const goneAfter = 20_000;

/** The servers of this database; on SQLite nobody is entered. */
export function createServerRepo(q: Knex) {
  const table = () => q<ServerRow>('servers');
  const now = () => q.raw<number>(dialectOf(q).now);
  const lastSeen = () => q.raw<number>(`${dialectOf(q).now} - ${goneAfter}`);

  async function list(): Promise<ServerRecord[]> {
    const rows = await table().where('seen_at', '>', lastSeen()).orderBy('started_at').orderBy('id');
    return rows.map(({ started_at, seen_at, ...row }) => ({
      ...row,
      startedAt: started_at,
      seenAt: seen_at,
    }));
  }

  return {
    /** Lists those that run, the longest-running first. */
    list,

    /** The same while the database is changed: before the step that creates the table, nobody is entered. */
    async listDuringChange(): Promise<ServerRecord[]> {
      return (await q.schema.hasTable('servers')) ? list() : [];
    },

    async insert(server: Omit<ServerRecord, 'startedAt' | 'seenAt'>): Promise<void> {
      await table().insert({ ...server, started_at: now(), seen_at: now() });
    },

    /** Notes that it runs; false: it counts as gone, and has to enter again, since others did not wait for it. */
    async touch(id: string): Promise<boolean> {
      const running = table().where({ id }).where('seen_at', '>', lastSeen());
      return (await running.update({ seen_at: now() })) > 0;
    },

    async remove(id: string): Promise<void> {
      await table().where({ id }).delete();
    },

    /** Removes those that are gone, and all with this data folder. */
    async removeGone(folder: string): Promise<void> {
      await table().where('seen_at', '<=', lastSeen()).orWhere({ folder }).delete();
    },

    /** Whether a newer version has changed the database since this process opened it. */
    async isSchemaNewer(): Promise<boolean> {
      const [row] = await q('migrations').count({ count: '*' });
      return Number(row?.count) > migrations.length;
    },
  };
}
