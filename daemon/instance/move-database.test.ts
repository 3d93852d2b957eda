import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseMoveReport, DatabaseMoveStep, MoveDatabaseOptions } from '#sdk/contract/host/moves.js';
import { type Database, type DatabaseAddress, openDatabase } from '../db/connection.ts';
import { digestTable } from '../db/move/copy.ts';
import { readMark, writeMark } from '../db/move/marks.ts';
import { listTables, readTables } from '../db/move/tables.ts';
import { createCaller } from '../testing/browser.ts';
import { findViolations } from '../testing/check-invariants.ts';
import { createUser, password, signIn } from '../testing/clients.ts';
import { createDraft, type Draft, publish, resume, upload } from '../testing/drafts.ts';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import { findFreePort } from '../testing/free-port.ts';
import { writePng } from '../testing/png.ts';
import { createReverseShare } from '../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { databaseIn, dropDatabaseIn, useServer } from '../testing/test-database.ts';
import { usesBucket } from '../testing/test-storage.ts';
import { offsetStream, sendTus } from '../testing/tus.ts';
import { moveDatabase } from './move-database.ts';

const settings = {
  // Requests go on until the move is done.
  FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
  FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
  FILESHARE_CONFIG_SMTP_ENABLED: 'true',
  FILESHARE_CONFIG_SMTP_HOST: '127.0.0.1',
  FILESHARE_CONFIG_SMTP_PORT: '1',
  FILESHARE_CONFIG_SMTP_EMAIL: 'files@example.org',
};

const open = (address: DatabaseAddress) => openDatabase(address, { synchronous: 'NORMAL' });

async function withDatabase<T>(
  address: DatabaseAddress,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = open(address);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** All rows of all tables, in the words of both engines. */
function dump(address: DatabaseAddress): Promise<Record<string, string[]>> {
  return withDatabase(address, async ({ reader }) => {
    const tables: Record<string, string[]> = {};
    for (const name of await listTables(reader)) {
      const rows = (await reader(name)) as Record<string, unknown>[];
      tables[name] = rows.map(({ rowid: _, ...row }) => JSON.stringify(row)).toSorted();
    }
    return tables;
  });
}

const idIn = (row: string) => (JSON.parse(row) as { id: number }).id;

const inOrderOfArrival = (address: DatabaseAddress, table: string, column: string) =>
  withDatabase(address, ({ reader }) => reader(table).orderBy('rowid').pluck(column));

describe.skipIf(findPostgres() === null)('moving the database', () => {
  let stopServer: () => Promise<void>;
  let app: TestApp;
  let sqlite: DatabaseAddress & { engine: 'sqlite' };
  let postgres: DatabaseAddress & { engine: 'postgres' };
  let steps: DatabaseMoveStep[];

  beforeAll(async () => {
    stopServer = await useServer();
  });
  afterAll(() => stopServer());
  beforeEach(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
    sqlite = { engine: 'sqlite', file: join(dataDir, 'fileshare.db') };
    // An empty database, which `startApp` makes.
    postgres = databaseIn(dataDir) as typeof postgres;
    steps = [];
    app = await startOn(sqlite, dataDir);
  });
  afterEach(() => app.stop());

  const urlOf = (address: DatabaseAddress) =>
    address.engine === 'sqlite' ? `sqlite:${address.file}` : address.url;

  const startOn = (address: DatabaseAddress, dataDir = app.dataDir) =>
    startApp({ dataDir, env: { ...settings, FILESHARE_DATABASE_URL: urlOf(address) } });

  function move(
    from: DatabaseAddress,
    to: DatabaseAddress | string,
    { dryRun = false, signal = new AbortController().signal }: Partial<MoveDatabaseOptions> = {},
  ): Promise<DatabaseMoveReport> {
    const options = { to: typeof to === 'string' ? to : urlOf(to), dryRun, signal };
    const onStep = (step: DatabaseMoveStep) => void steps.push(step);
    return moveDatabase({ database: from, dataDir: app.dataDir }, { ...options, onStep });
  }

  const codeOf = (moving: Promise<unknown>) =>
    moving.then(
      () => 'ok',
      (error: { code?: string }) => error.code,
    );

  interface Filled {
    draft: Draft;
    uploadPath: string;
    shareId: string;
    key: string;
  }

  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(100);

  async function fill(): Promise<Filled> {
    const admin = await signIn(app);
    const alice = await createUser(admin, 'alice');
    await createUser(admin, 'bob');
    await createReverseShare(admin, { name: 'Überraschung 🎉' });
    const { secret: key } = await admin.apiKeys.create({
      body: { name: 'first', scopes: ['shares:read'], password },
    });
    await admin.apiKeys.create({ body: { name: 'second', scopes: ['shares:read'], password } });
    const done = await createDraft(app, { name: 'Published' });
    for (const path of ['a.txt', 'folder/b.txt', 'c.txt']) await upload(app, done, { path, text });
    await upload(app, done, { path: 'z.png', text: 'no picture' });
    await upload(app, done, { path: 'y.png', text: 'none either' });
    expect(await publish(app, done)).toBe(200);
    const draft = await createDraft(app);
    const begun = await upload(app, draft, { path: 'half.txt', text, sent: 1000 });
    const { core } = app.app;
    const { writer } = core.database;
    await writer('instance_files').insert({
      name: 'logo',
      version: '1',
      content: writePng({ width: 8 }),
      updated_at: 1,
    });
    // The numbers of the audit log go on after its last entry, even if that has been deleted.
    await core.audit.record(
      { user: null, apiKey: null, ip: null, requestId: null },
      { action: 'setup.claim', subject: { id: alice.id, name: alice.username } },
    );
    await writer('audit').where('id', writer('audit').max('id')).delete();
    return {
      draft,
      uploadPath: new URL(begun.headers.get('location') ?? '', app.url).pathname,
      shareId: done.id,
      key,
    };
  }

  /** Through its direct link. */
  async function download(shareId: string, path: string): Promise<string> {
    const response = await fetch(`${app.url}/d/${shareId}/${path}`);
    return response.status === 200 ? response.text() : String(response.status);
  }

  async function restartOn(address: DatabaseAddress): Promise<void> {
    await app.app.stop();
    app = await startOn(address);
  }

  /** Everything that people had before they still have. */
  async function checkAll({ draft, uploadPath, shareId, key }: Filled): Promise<void> {
    expect(await findViolations(app.app)).toEqual([]);
    expect(await download(shareId, 'folder/b.txt')).toBe(text);
    const alice = await signIn(app, { username: 'alice', password });
    expect((await alice.users.me())?.username).toBe('alice');
    const { status } = await createCaller(app.url)('/shares', {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(status).toBe(200);
    const head = await sendTus(app.url + uploadPath, { method: 'HEAD', token: draft.token });
    expect(head.headers.get('upload-offset')).toBe('1000');
  }

  it('takes everything to PostgreSQL and back', { timeout: 60_000 }, async () => {
    const filled = await fill();
    await app.app.stop();
    const before = await dump(sqlite);
    const files = before['files']?.length;
    expect(files).toBe(5);
    const report = await move(sqlite, postgres);
    expect(await dump(postgres)).toEqual(before);
    expect(report).toMatchObject({
      outcome: 'moved',
      from: `sqlite:${sqlite.file}`,
      version: expect.stringMatching(/^PostgreSQL \d/) as string,
      rows: Object.values(before).flat().length,
      isEmpty: true,
    });
    expect(report.tables).toContainEqual({ name: 'files', rows: files });
    expect(report.variable).toMatch(/^FILESHARE_DATABASE_URL=postgres:\/\/fileshare:PASSWORD@/);
    expect(JSON.stringify([report, steps])).not.toContain(new URL(postgres.url).password);
    expect(steps.map(({ name }) => name)).toEqual(['copies', 'checks']);
    for (const [table, column] of [
      ['thumbnails', 'file_id'],
      ['api_keys', 'id'],
    ] as const) {
      const order = await inOrderOfArrival(sqlite, table, column);
      expect(order.length).toBeGreaterThan(1);
      expect(await inOrderOfArrival(postgres, table, column)).toEqual(order);
    }

    app = await startOn(postgres);
    await checkAll(filled);
    // New numbers follow the old ones, and triggers keep their figures again.
    const lastAudit = Math.max(...(before['audit'] ?? []).map(idIn));
    const admin = await signIn(app);
    await createUser(admin, 'carol');
    const again = await createDraft(app);
    await upload(app, again, { path: 'more.png', text });
    expect(await publish(app, again)).toBe(200);
    await app.app.stop();
    const onPostgres = await dump(postgres);
    const ids = (onPostgres['audit'] ?? []).map(idIn);
    // The number of the entry that had been deleted is not given again.
    expect(ids.filter((id) => id > lastAudit).every((id) => id > lastAudit + 1)).toBe(true);
    expect(ids.length).toBeGreaterThan(before['audit']?.length ?? 0);
    expect(onPostgres['daily_figures']).not.toEqual(before['daily_figures']);

    const back: DatabaseAddress = { engine: 'sqlite', file: join(app.dataDir, 'deeper', 'back.db') };
    expect(await move(postgres, back)).toMatchObject({ outcome: 'moved', to: `sqlite:${back.file}` });
    expect(await dump(back)).toEqual(onPostgres);
    expect(await inOrderOfArrival(back, 'thumbnails', 'file_id')).toEqual(
      await inOrderOfArrival(postgres, 'thumbnails', 'file_id'),
    );
    app = await startOn(back);
    await checkAll(filled);
    expect((await resume(app.url + filled.uploadPath, filled.draft.token, text)).status).toBe(204);
    expect(await publish(app, filled.draft)).toBe(200);
    expect(await download(filled.draft.id, 'half.txt')).toBe(text);
    const keys = await (await signIn(app)).audit.list({ query: { limit: '5' } });
    expect(keys.entries.length).toBe(5);
    // The triggers are there again.
    const ofAll = (address: DatabaseAddress) =>
      withDatabase(address, ({ reader }) =>
        reader('sqlite_master')
          .where({ type: 'trigger' })
          .whereNot('name', 'like', 'moved%')
          .orderBy('name')
          .select('name', 'sql'),
      );
    expect(await ofAll(back)).toEqual(await ofAll(sqlite));
    await restartOn(back);
  });

  it('moves under a running server, which answers links meanwhile and changes nothing afterwards', {
    timeout: 60_000,
  }, async () => {
    const filled = await fill();
    const { writer } = app.app.core.database;
    const [share] = (await writer('shares').where({ id: filled.shareId }).pluck('key')) as string[];
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      id: `extra-${index}`,
      share_key: share ?? '',
      path: `extra/${index}`,
      size: 1,
      sha256: 'x',
      crc32: 4_000_000_000,
      created_at: 1,
    }));
    await writer.batchInsert('files', rows, 500);

    const accepted: string[] = [];
    const refusals: { status: number; wait: string | null; error: unknown }[] = [];
    const links: string[] = [];
    let isMoving = true;
    const change = async () => {
      const { status, headers, body } = await createCaller(app.url)('/shares', { json: {} });
      if (status === 201) accepted.push((body as { share: { id: string } }).share.id);
      else
        refusals.push({ status, wait: headers.get('retry-after'), error: (body as { error: string }).error });
    };
    const changing = (async () => {
      while (isMoving) await change();
    })();
    const linking = (async () => {
      while (isMoving) links.push(await download(filled.shareId, 'a.txt'));
    })();
    const report = await move(sqlite, postgres);
    isMoving = false;
    await Promise.all([changing, linking]);
    expect(report.rows).toBeGreaterThan(10_000);
    expect(links.length).toBeGreaterThan(0);
    expect(new Set(links)).toEqual(new Set([text]));

    await change();
    const half = await sendTus(app.url + filled.uploadPath, {
      method: 'PATCH',
      token: filled.draft.token,
      headers: { ...offsetStream, 'upload-offset': '1000' },
      body: new Uint8Array(Buffer.from(text.slice(1000))),
    });
    expect(half.status).toBe(503);
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) expect(refusal).toEqual({ status: 503, wait: '5', error: 'overloaded' });
    expect(await download(filled.shareId, 'a.txt')).toBe(text);

    await restartOn(postgres);
    const stored: string[] = await app.app.core.database.reader('shares').pluck('id');
    expect(accepted.length).toBeGreaterThan(0);
    expect(stored).toEqual(expect.arrayContaining(accepted));
    await app.app.core.database.writer('files').where('id', 'like', 'extra-%').delete();
    expect((await resume(app.url + filled.uploadPath, filled.draft.token, text)).status).toBe(204);
    expect(await publish(app, filled.draft)).toBe(200);
    expect(await download(filled.draft.id, 'half.txt')).toBe(text);
  });

  it.skipIf(usesBucket())('moves under a server on PostgreSQL', async () => {
    await restartOn(postgres);
    const filled = await fill();
    const back: DatabaseAddress = { engine: 'sqlite', file: join(app.dataDir, 'back.db') };
    await move(postgres, back);
    const { status, body } = await createCaller(app.url)('/shares', { json: {} });
    expect([status, body]).toMatchObject([503, { error: 'overloaded' }]);
    expect(await download(filled.shareId, 'a.txt')).toBe(text);
    await app.app.stop();
    expect(await dump(back)).toEqual(await dump(postgres));
    app = await startOn(back);
    await checkAll(filled);
  });

  it('says in a dry run what would be moved, and changes nothing', async () => {
    await fill();
    await app.app.stop();
    const before = await dump(sqlite);
    const report = await move(sqlite, postgres, { dryRun: true });
    expect(report).toMatchObject({
      outcome: 'examined',
      isEmpty: true,
      rows: Object.values(before).flat().length,
    });
    expect(report.seconds).toBeGreaterThan(0);
    expect(report.bytes).toBe((await stat(sqlite.file)).size);
    expect(Object.fromEntries(report.tables.map(({ name, rows }) => [name, rows]))).toEqual(
      Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])),
    );
    expect(await dump(sqlite)).toEqual(before);
    expect(await withDatabase(postgres, ({ reader }) => listTables(reader))).toEqual([]);
    expect(steps).toEqual([]);
    app = await startOn(sqlite);
  });

  it('lets no server start on either database in the wrong moment, and says where the instance is', async () => {
    await app.app.stop();
    await move(sqlite, postgres);
    const start = (address: DatabaseAddress) => startOn(address).then(({ app: started }) => started.stop());
    await expect(start(sqlite)).rejects.toMatchObject({
      code: 'database_moved',
      params: { address: expect.stringMatching(/^postgres:\/\/fileshare@127/) as string },
    });
    expect(await codeOf(move(sqlite, { engine: 'postgres', url: `${postgres.url}-other` }))).not.toBe('ok');
    // As if the process had ended before its last step.
    const mark = await withDatabase(sqlite, ({ writer }) => readMark(writer));
    if (!mark) throw new Error('the source has no mark');
    const incomplete = { ...mark, role: 'target', other: `sqlite:${sqlite.file}` } as const;
    await withDatabase(postgres, ({ writer }) => writeMark(writer, incomplete));
    await expect(start(postgres)).rejects.toMatchObject({
      code: 'database_incomplete',
      params: { address: `sqlite:${sqlite.file}` },
    });
    expect(await move(sqlite, postgres, { dryRun: true })).toMatchObject({ outcome: 'examined' });
    expect(await move(sqlite, postgres)).toMatchObject({ outcome: 'completed' });
    expect(await codeOf(move(sqlite, postgres))).toBe('database_moved');
    app = await startOn(postgres);
  });

  it('starts over after an interruption, and leaves the instance as it was', {
    timeout: 60_000,
  }, async () => {
    const filled = await fill();
    const stopping = new AbortController();
    const interrupted = moveDatabase(
      { database: sqlite, dataDir: app.dataDir },
      {
        to: postgres.url,
        dryRun: false,
        signal: stopping.signal,
        onStep: ({ name }) => void (name === 'checks' && stopping.abort(new Error('interrupted'))),
      },
    );
    await expect(interrupted).rejects.toThrow('interrupted');
    // The server goes on.
    expect((await createCaller(app.url)('/shares', { json: {} })).status).toBe(201);
    await expect(startOn(postgres)).rejects.toMatchObject({ code: 'database_incomplete' });
    expect(await move(sqlite, postgres, { dryRun: true })).toMatchObject({ isEmpty: false });
    expect(await move(sqlite, postgres)).toMatchObject({ outcome: 'moved', isEmpty: false });
    expect(steps.map(({ name }) => name)).toEqual(['starts_over', 'copies', 'checks']);
    await app.app.stop();
    expect(await dump(postgres)).toEqual(await dump(sqlite));

    app = await startOn(postgres);
    await checkAll(filled);
    await app.app.stop();
    const back: DatabaseAddress = { engine: 'sqlite', file: join(app.dataDir, 'back.db') };
    const again = new AbortController();
    const halfway = moveDatabase(
      { database: postgres, dataDir: app.dataDir },
      {
        to: urlOf(back),
        dryRun: false,
        signal: again.signal,
        onStep: ({ name }) => void (name === 'checks' && again.abort(new Error('interrupted'))),
      },
    );
    await expect(halfway).rejects.toThrow('interrupted');
    await expect(startOn(back)).rejects.toMatchObject({ code: 'database_incomplete' });
    expect(await move(postgres, back)).toMatchObject({ outcome: 'moved', isEmpty: false });
    expect(await dump(back)).toEqual(await dump(postgres));
    app = await startOn(back);
  });

  it('finds every row that differs', async () => {
    await fill();
    await app.app.stop();
    await move(sqlite, postgres);
    await withDatabase(postgres, async ({ writer }) => {
      const tables = await readTables(writer);
      const { signal } = new AbortController();
      const digests = (q: Knex) => Promise.all(tables.map((table) => digestTable(q, table, { signal })));
      const copied = await digests(writer);
      expect(await withDatabase(sqlite, ({ reader }) => digests(reader))).toEqual(copied);
      await writer('files').where('id', writer('files').min('id')).update({ crc32: 1 });
      const differing = (await digests(writer)).flatMap(({ sha256 }, index) =>
        sha256 === copied[index]?.sha256 ? [] : [tables[index]?.name ?? ''],
      );
      expect(differing.toSorted()).toEqual(['files', 'shares']);
    });
    app = await startOn(postgres);
  });

  describe('is refused', () => {
    const administrator = () => ({
      engine: 'postgres' as const,
      url: new URL('/postgres', postgres.url).href,
    });
    const asAdministrator = (work: (q: Knex) => Promise<unknown>) =>
      withDatabase(administrator(), ({ writer }) => work(writer));

    const withUrl = (change: (url: URL) => void) => {
      const url = new URL(postgres.url);
      change(url);
      return url.href;
    };

    it.each<[string, string, () => Promise<string> | string]>([
      ['a wrong password', 'database_credentials', () => withUrl((url) => (url.password = 'wrong'))],
      [
        'a database that is not there',
        'database_missing',
        () => withUrl((url) => (url.pathname = '/nothing')),
      ],
      [
        'a server that is not there',
        'database_unreachable',
        async () => {
          const port = await findFreePort();
          return withUrl((url) => (url.port = String(port)));
        },
      ],
      ['the same kind of database', 'database_same_kind', () => `sqlite:${sqlite.file}.other`],
      [
        'a database with tables of something else',
        'database_not_empty',
        async () => {
          await withDatabase(postgres, ({ writer }) => writer.raw('create table wordpress (id integer)'));
          return postgres.url;
        },
      ],
      [
        'an interrupted move of another instance',
        'database_not_empty',
        async () => {
          const mark = { id: 'x', role: 'target', instance: 'another', other: 'sqlite:/other.db' } as const;
          await withDatabase(postgres, ({ writer }) => writeMark(writer, mark));
          return postgres.url;
        },
      ],
      [
        'a database that is not UTF-8',
        'database_not_utf8',
        async () => {
          await dropDatabaseIn(app.dataDir);
          const name = new URL(postgres.url).pathname.slice(1);
          await asAdministrator((q) =>
            q.raw("create database ?? encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0", [
              name,
            ]),
          );
          return postgres.url;
        },
      ],
      [
        'a user who may create nothing',
        'database_forbidden',
        async () => {
          await asAdministrator((q) =>
            q.raw("drop role if exists guest; create role guest login password 'guest'"),
          );
          return withUrl((url) => Object.assign(url, { username: 'guest', password: 'guest' }));
        },
      ],
    ])('with %s', async (_what, code, prepare) => {
      const to = await prepare();
      for (const dryRun of [true, false]) {
        const error = await move(sqlite, to, { dryRun }).catch((reason: unknown) => reason);
        expect(error).toMatchObject({ code });
        expect(JSON.stringify(error)).not.toContain(new URL(postgres.url).password);
      }
      // The instance is not touched.
      expect((await createCaller(app.url)('/shares', { json: {} })).status).toBe(201);
    });

    it.skipIf(usesBucket())('with a file that is not empty, from PostgreSQL', async () => {
      await restartOn(postgres);
      const file = join(app.dataDir, 'notes.txt');
      await writeFile(file, 'not a database, but long enough to be read as one\n'.repeat(100));
      expect(await codeOf(move(postgres, `sqlite:${file}`))).toBe('database_not_empty');
      expect(await codeOf(move(postgres, `sqlite:${sqlite.file}`))).toBe('database_not_empty');
      await rm(file);
    });

    it('with a URL that is none, which is not repeated', async () => {
      const error = await move(sqlite, 'mysql://ann:s3cret@db/files').catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        name: 'EnvError',
        problems: [expect.stringMatching(/^--to must look like/)],
      });
      expect(String(error)).not.toContain('s3cret');
    });

    it.skipIf(usesBucket())('before this version has used the database', async () => {
      await app.app.stop();
      await withDatabase(sqlite, ({ writer }) =>
        writer('migrations').where({ name: '0014-pieces' }).delete(),
      );
      expect(await codeOf(move(sqlite, postgres))).toBe('database_older');
      await rm(sqlite.file);
      app = await startOn(sqlite);
    });
  });
});
