import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations, findViolationsIn } from '../testing/check-invariants.ts';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import { advanceTo, historicBlobs, releasedSteps } from '../testing/schema-history.ts';
import { startApp } from '../testing/start-app.ts';
import {
  createDatabaseIn,
  databaseIn,
  dropDatabaseIn,
  useServer,
  usesServer,
} from '../testing/test-database.ts';
import { type Database, type DatabaseAddress, openDatabase } from './connection.ts';
import { compareSteps, migrate } from './migrate.ts';
import { listTables } from './move/tables.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (address: DatabaseAddress) => openDatabase(address, { synchronous: 'NORMAL' });

async function withDatabase<Result>(
  address: DatabaseAddress,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = open(address);
  try {
    // Nothing here has to survive a power cut, and syncing takes longer than all the rest.
    if (address.engine === 'sqlite') await database.writer.raw('pragma synchronous = off');
    return await work(database);
  } finally {
    await database.close();
  }
}

type Content = Record<string, Record<string, unknown>[]>;

/** Returns all rows of these tables with these columns, in an order of their own. */
async function readContent(q: Knex, like?: Content): Promise<Content> {
  const content: Content = {};
  const names = like ? Object.keys(like) : await listTables(q);
  for (const name of names.filter((some) => some !== 'migrations')) {
    const columns = like ? Object.keys(like[name]?.[0] ?? {}) : ['*'];
    const rows: Record<string, unknown>[] = await q(name).select(columns);
    content[name] = rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return content;
}

async function writeBlobs(): Promise<void> {
  for (const [id, size] of Object.entries(historicBlobs)) {
    const shard = join(folder, 'blobs', id.slice(0, 2));
    await mkdir(shard, { recursive: true });
    await writeFile(join(shard, id), 'x'.repeat(size));
  }
}

/** Takes a database through all versions, and lets this version open what `tryOn` gives it after each. */
async function openEveryVersion(
  { writer }: Database,
  tryOn: (
    step: string,
    open: (database: Database, address: DatabaseAddress) => Promise<void>,
  ) => Promise<void>,
): Promise<string[]> {
  await writeBlobs();
  const steps = releasedSteps(writer);
  for (const step of steps) {
    await advanceTo(writer, step);
    await tryOn(step, async (database, address) => {
      const before = await readContent(database.reader);
      const empty = Object.keys(before).filter((name) => before[name]?.length === 0);
      expect(empty, `tables without rows in daemon/testing/schema-history.ts after ${step}`).toEqual([]);
      await migrate(database, address);
      expect(await readContent(database.reader, before), step).toEqual(before);
      expect(await compareSteps(database.reader), step).toEqual({ missing: [], unknown: [] });
      expect(await findViolationsIn(folder, database), step).toEqual([]);
    });
  }
  return steps;
}

describe('a database on SQLite', () => {
  const at = (name: string) => ({ engine: 'sqlite', file: join(folder, name) }) as const;

  /** Creates the database of an earlier version. */
  async function createAt(last: string): Promise<ReturnType<typeof at>> {
    const address = at('fileshare.db');
    await withDatabase(address, async ({ writer }) => {
      for (const step of releasedSteps(writer).filter((name) => name <= last)) await advanceTo(writer, step);
    });
    return address;
  }

  const copies = async () => (await readdir(folder)).filter((name) => name.includes('.before-')).sort();

  it('of each earlier version is opened with everything in it', async () => {
    const history = at('history.db');
    const steps = await withDatabase(history, (database) =>
      openEveryVersion(database, async (step, check) => {
        const copy = at(`${step}.db`);
        await database.writer.raw('vacuum into ?', [copy.file]);
        await withDatabase(copy, (opened) => check(opened, copy));
      }),
    );
    expect(steps[0]).toBe('0001-initial');
    expect(steps.length).toBeGreaterThanOrEqual(23);
  });

  it.skipIf(usesServer())('of the first version is served, files included', async () => {
    await createAt('0001-initial');
    await writeBlobs();
    const { url, app, stop } = await startApp({ dataDir: folder });
    const file = await fetch(`${url}/d/share-${'3'.padStart(32, '0')}/notes.txt`);
    expect(await file.text()).toBe('xxxxxxx');
    expect(await findViolations(app)).toEqual([]);
    expect(await copies()).toEqual(['fileshare.db.before-0002-transfer']);
    await stop();
  });

  it('is copied before it is changed, and the copy is the way back', async () => {
    const address = await createAt('0022-imports');
    const told: string[] = [];
    const before = await withDatabase(address, async (database) => {
      const content = await readContent(database.reader);
      await migrate(database, address, { onCopy: (copy) => told.push(copy) });
      await database.writer('config').delete();
      return content;
    });
    expect(told).toEqual([join(folder, 'fileshare.db.before-0023-notifications')]);
    await copyFile(told[0] ?? '', address.file);
    await withDatabase(address, async (database) => {
      expect(await readContent(database.reader)).toEqual(before);
      expect((await compareSteps(database.reader)).missing[0]).toBe('0023-notifications');
      // Updated again: the copy is made again, of what is there now.
      await database.writer('config').update({ value: 'Newer' });
      await migrate(database, address);
    });
    const again = { engine: 'sqlite', file: told[0] ?? '' } as const;
    const values = await withDatabase(again, ({ reader }) => reader('config').pluck('value'));
    expect(values).toEqual(['Newer']);
  });

  it('keeps the last three copies', async () => {
    const address = await createAt('0022-imports');
    for (const [index, name] of ['0031', '0002.part', '0015', '0020'].entries()) {
      const path = `${address.file}.before-${name}`;
      await writeFile(path, '');
      await utimes(path, index, index);
    }
    await withDatabase(address, (database) => migrate(database, address));
    expect(await copies()).toEqual(
      ['0015', '0020', '0023-notifications'].map((name) => `fileshare.db.before-${name}`),
    );
  });

  it('is not changed if there is no space for the copy', async () => {
    const address = await createAt('0022-imports');
    const bytes = await readFile(address.file);
    await withDatabase(address, async (database) => {
      const refusal = migrate(database, address, { freeBytes: async () => 16 * 1024 ** 2 });
      await expect(refusal).rejects.toMatchObject({
        code: 'copy_space',
        params: { folder, bytes: bytes.length },
      });
      expect((await compareSteps(database.reader)).missing).toContain('0023-notifications');
    });
    expect(await copies()).toEqual([]);
  });

  it('of a newer version is refused and not changed', async () => {
    const address = at('fileshare.db');
    await withDatabase(address, async (database) => {
      await migrate(database, address);
      await database.writer('migrations').insert({ name: '9999-later', applied_at: 1 });
    });
    const bytes = await readFile(address.file);
    await withDatabase(address, async (database) => {
      await expect(migrate(database, address)).rejects.toMatchObject({ code: 'database_newer' });
    });
    expect((await readFile(address.file)).equals(bytes)).toBe(true);
    expect(await copies()).toEqual([]);
  });
});

describe.skipIf(findPostgres() === null)('a database on PostgreSQL', () => {
  let stop: () => Promise<void>;

  beforeAll(async () => {
    stop = await useServer();
  });
  afterAll(() => stop());

  it('of each earlier version is opened with everything in it', async () => {
    const address = databaseIn(folder);
    await createDatabaseIn(folder);
    const steps = await withDatabase(address, (database) =>
      openEveryVersion(database, async (_step, check) => {
        // Taken back afterwards: copying a database takes a second.
        const trx = await database.writer.transaction();
        await check({ ...database, writer: trx, reader: trx }, address);
        await trx.rollback();
      }),
    );
    await dropDatabaseIn(folder);
    expect(steps[0]).toBe('0013-mail-failures');
  });

  /** Lets `work` use the database of an earlier version. */
  async function withEarlier(last: string, work: (database: Database) => Promise<void>): Promise<void> {
    await createDatabaseIn(folder);
    try {
      await withDatabase(databaseIn(folder), async (database) => {
        const { writer } = database;
        for (const step of releasedSteps(writer).filter((name) => name <= last))
          await advanceTo(writer, step);
        await work(database);
      });
    } finally {
      await dropDatabaseIn(folder);
    }
  }

  const copyBeside = () => join(folder, 'fileshare.db');

  it('is copied into a file before it is changed, with which the version before goes on', async () => {
    await writeBlobs();
    await withEarlier('0022-imports', async (database) => {
      const before = await readContent(database.reader);
      const told: string[] = [];
      await migrate(database, databaseIn(folder), {
        copyBeside: copyBeside(),
        onCopy: (copy) => told.push(copy),
      });
      expect(await compareSteps(database.reader)).toEqual({ missing: [], unknown: [] });
      const copy = { engine: 'sqlite', file: `${copyBeside()}.before-0023-notifications` } as const;
      expect(told).toEqual([copy.file]);
      expect((await readdir(folder)).filter((name) => name.startsWith('fileshare'))).toHaveLength(1);
      await withDatabase(copy, async (copied) => {
        // What runs now belongs to one database.
        const { servers, jobs, ...rows } = before;
        expect(await readContent(copied.reader, rows)).toEqual(rows);
        expect((await compareSteps(copied.reader)).missing[0]).toBe('0023-notifications');
        await migrate(copied, copy);
        expect(await findViolationsIn(folder, copied)).toEqual([]);
      });
    });
  });

  it('is not changed if there is no space for the copy', async () => {
    await withEarlier('0022-imports', async (database) => {
      const refusal = migrate(database, databaseIn(folder), {
        copyBeside: copyBeside(),
        freeBytes: async () => 16 * 1024 ** 2,
      });
      await expect(refusal).rejects.toMatchObject({ code: 'copy_space', params: { folder } });
      expect((await compareSteps(database.reader)).missing).toContain('0023-notifications');
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not copied if it is new', async () => {
    await createDatabaseIn(folder);
    await withDatabase(databaseIn(folder), (database) =>
      migrate(database, databaseIn(folder), { copyBeside: copyBeside() }),
    );
    await dropDatabaseIn(folder);
    expect(await readdir(folder)).toEqual([]);
  });
});
