import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CheckId } from '#sdk/contract/host/doctor.js';
import { localeCodes } from '#sdk/i18n/locales.js';
import { systemClock } from '../crypto/clock.ts';
import { removeMark, writeMark } from '../db/move/marks.ts';
import { readEnv } from '../env/env.ts';
import { readVersion } from '../features/system/version.ts';
import { createLogger } from '../logger.ts';
import type { Resolve } from '../outbound/connector.ts';
import { createDraft, type Draft, publish, upload } from '../testing/drafts.ts';
import { startMailServer } from '../testing/engines/mail-server.ts';
import { makeCertificate, startTlsServer, type TlsServer } from '../testing/engines/tls-server.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { instanceIn, usesServer } from '../testing/test-database.ts';
import { storageIn, usesBucket } from '../testing/test-storage.ts';
import { runDoctor } from './doctor.ts';
import type { DoctorOptions } from './examination.ts';
import { knownBytes } from './invariants/known-bytes.ts';

const logger = createLogger({ level: 'silent', format: 'json' });
let instance: TestApp;
let proxy: TlsServer;
let draft: Draft;

beforeAll(async () => {
  proxy = await startTlsServer(
    async (request, response) => {
      const answer = await fetch(`${instance.url}${request.url}`);
      response.writeHead(answer.status).end(await answer.text());
    },
    await makeCertificate({ host: 'files.example.org' }),
  );
  instance = await startApp({
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_CONFIG_GENERAL_APP_URL: `https://files.example.org:${new URL(proxy.url).port}`,
      FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
      FILESHARE_OUTBOUND_ALLOW_PRIVATE: 'true',
    },
  });
  draft = await createDraft(instance);
  await upload(instance, draft, { path: 'file.txt', text: 'content' });
  await upload(instance, draft, { path: 'half.txt', text: '0123456789', sent: 4 });
});

afterAll(async () => {
  await instance.stop();
  await proxy.close();
});

/** Finds every name on this machine. */
const resolveHere: Resolve = (_host, _options, done) =>
  setImmediate(done, null, [{ address: '127.0.0.1', family: 4 }]);

function examine(options: Partial<DoctorOptions> = {}, env = instance.app.core.env) {
  const outbound = { ca: proxy.certificate, resolve: resolveHere };
  const deps = { env, clock: systemClock, logger, locales: localeCodes, outbound };
  return runDoctor(deps, { fix: false, deep: false, ...options });
}

async function statuses(options: Partial<DoctorOptions> = {}) {
  const { checks } = await examine(options);
  return Object.fromEntries(
    checks
      .filter(({ status }) => status !== 'ok')
      .map(({ id, status, findings }) => [id, [status, ...findings]]),
  );
}

const db = () => instance.app.core.database.writer;
const blobPath = (id: string) => join(instance.dataDir, 'blobs', id.slice(0, 2), id);
async function idOf(table: string, path: string): Promise<string> {
  const row: { id: string } | undefined = await db()(table).where({ path }).first('id');
  return row?.id ?? '';
}
const twoDaysAgo = () => Date.now() / 1000 - 2 * 86_400;
const strange = 'ab'.repeat(16);

describe('an instance where nothing is wrong', () => {
  it('is healthy, while its server runs', async () => {
    expect(await statuses({ deep: true })).toEqual({});
    expect((await examine()).isHealthy).toBe(true);
  });
});

interface Damage {
  check: CheckId;
  code: string;
  what: string;
  harm(): Promise<unknown>;
  /** Expectations after the repair. */
  after?(): Promise<void>;
  /** Changes files of the data folder. */
  isOnDisk?: true;
}

const damages: Damage[] = [
  {
    check: 'I1',
    code: 'bytes_missing',
    what: 'a file without bytes',
    isOnDisk: true,
    harm: async () => rm(blobPath(await addFile('gone.txt'))),
    after: async () => expect(await damagedPaths()).toContain('gone.txt'),
  },
  {
    check: 'I1',
    code: 'bytes_wrong',
    what: 'a file of length zero, after a power cut that lost its bytes',
    isOnDisk: true,
    harm: async () => truncate(blobPath(await addFile('empty.txt'))),
    after: async () => expect(await damagedPaths()).toContain('empty.txt'),
  },
  {
    check: 'I2',
    code: 'bytes_unknown',
    what: 'a blob that no row knows',
    harm: () => putOld(blobPath(strange)),
    after: async () => {
      expect(existsSync(blobPath(strange))).toBe(false);
      expect((await setAside()).some((name) => name.endsWith(strange))).toBe(true);
    },
  },
  {
    check: 'I2',
    code: 'bytes_unknown',
    what: 'a staged file that no row knows',
    harm: () => putOld(join(instance.dataDir, 'staging', 'left-over')),
    after: async () => expect((await setAside()).some((name) => name.endsWith('left-over'))).toBe(true),
  },
  {
    check: 'I3',
    code: 'reservation_wrong',
    what: 'a reservation that nobody has',
    harm: () => db()('shares').where({ id: draft.id }).increment('reserved_size', 5),
  },
  {
    check: 'I4',
    code: 'counter_wrong',
    what: 'a wrong counter',
    harm: () => db()('shares').where({ id: draft.id }).increment('file_count', 1),
  },
  {
    check: 'I3',
    code: 'announcement_left',
    what: 'space held for files that do not come',
    harm: async () => {
      const ready = await readyDraft();
      await publish(instance, ready);
      await db()('shares').where({ id: ready.id }).update({ declared_size: 1000 });
    },
  },
  {
    check: 'I4',
    code: 'dead_bytes_wrong',
    what: 'unused bytes that no bundle has',
    harm: () => db()('shares').where({ id: draft.id }).increment('dead_size', 7),
  },
  {
    check: 'I5',
    code: 'stuck_completing',
    what: 'a completion that has stopped',
    harm: () =>
      db()('shares')
        .where({ id: draft.id })
        .update({ state: 'completing', active_at: Date.now() - 600_000 }),
    after: async () => expect(await publish(instance, await readyDraft())).toBe(200),
  },
  {
    check: 'I6',
    code: 'offset_beyond',
    what: 'an acknowledged offset beyond the stored bytes',
    isOnDisk: true,
    harm: async () => truncate(join(instance.dataDir, 'staging', await idOf('uploads', 'half.txt')), 2),
    after: async () =>
      expect(await db()('uploads').where({ path: 'half.txt' }).first()).toMatchObject({ received: 2 }),
  },
  {
    check: 'I6',
    code: 'offset_beyond',
    what: 'an upload whose staged file is gone',
    isOnDisk: true,
    harm: async () => rm(join(instance.dataDir, 'staging', await idOf('uploads', 'half.txt'))),
    after: async () =>
      expect(await db()('uploads').where({ path: 'half.txt' }).first()).toMatchObject({ received: 0 }),
  },
  {
    check: 'I7',
    code: 'thumbnail_missing',
    what: 'a thumbnail without bytes',
    isOnDisk: true,
    harm: async () => rm(thumbnailPath(await addThumbnail('lost.png'))),
    after: async () => expect(await thumbnailStates('lost.png')).toEqual(['waiting']),
  },
  {
    check: 'I7',
    code: 'thumbnail_missing',
    what: 'a thumbnail without bytes that its sender made',
    isOnDisk: true,
    harm: async () => rm(thumbnailPath(await addThumbnail('lost.mp4', { is_sent: 1 }))),
    after: async () => expect(await thumbnailStates('lost.mp4')).toEqual([]),
  },
  {
    check: 'I7',
    code: 'thumbnail_wrong',
    what: 'a thumbnail whose bytes are zero, after a power cut',
    isOnDisk: true,
    harm: async () => writeFile(thumbnailPath(await addThumbnail('zero.png')), Buffer.alloc(24)),
    after: async () => expect(await thumbnailStates('zero.png')).toEqual(['waiting']),
  },
  {
    check: 'I7',
    code: 'thumbnail_unknown',
    what: 'a thumbnail that no row knows',
    harm: () => putOld(thumbnailPath(strange)),
    after: async () => expect(existsSync(thumbnailPath(strange))).toBe(false),
  },
];

const thumbnailPath = (id: string) => join(instance.dataDir, 'thumbnails', 'blobs', id.slice(0, 2), id);

async function addThumbnail(path: string, columns: { is_sent?: number } = {}): Promise<string> {
  await upload(instance, draft, { path, text: '' });
  const files = (await db()('files').where({ path })) as { id: string; share_key: string }[];
  const [file] = files;
  if (!file) throw new Error('the file is not there');
  const webp = Buffer.from('RIFF____WEBP');
  await instance.app.stores.thumbnails.put(file.id, Buffer.concat([webp, webp]));
  const sizes = { small_size: 12, large_size: 12, width: 1, height: 1, hue: 75, second_hue: 75 };
  const row = { file_id: file.id, share_key: file.share_key, state: 'ready', due_at: 0, blob_id: file.id };
  await db()('thumbnails').insert({ ...row, ...sizes, ...columns });
  return file.id;
}

async function thumbnailStates(path: string): Promise<string[]> {
  const rows: { state: string }[] = await db()('thumbnails')
    .join('files', 'files.id', 'file_id')
    .where({ path })
    .select('state');
  return rows.map(({ state }) => state);
}

async function addFile(path: string): Promise<string> {
  await upload(instance, draft, { path, text: 'content' });
  return idOf('files', path);
}

async function putOld(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'strange');
  await utimes(path, twoDaysAgo(), twoDaysAgo());
}

async function readyDraft(): Promise<Draft> {
  const ready = await createDraft(instance);
  await upload(instance, ready, { path: 'a.txt', text: 'a' });
  return ready;
}

const setAside = () => readdir(join(instance.dataDir, 'quarantine'));

/** Returns the status of the check of contents, and the kinds of its findings. */
async function contentCodes(options: Partial<DoctorOptions> = {}): Promise<string[]> {
  const check = (await examine(options)).checks.find(({ id }) => id === 'content');
  return [check?.status ?? '', ...new Set(check?.findings.map(({ code }) => code))];
}

async function damagedPaths(): Promise<string[]> {
  const rows = (await db()('files').whereNotNull('damaged_at').select('path')) as { path: string }[];
  return rows.map(({ path }) => path);
}

// What is done to files of the data folder cannot be done to a bucket.
const possible = damages.filter(({ isOnDisk = false }) => !(isOnDisk && usesBucket()));

describe.each(possible)('$what', ({ check, code, harm, after }) => {
  it(`is found by ${check}, repaired, and not found again`, async () => {
    await harm();
    const found = await statuses();
    expect(Object.keys(found).filter((id) => id !== 'content')).toEqual([check]);
    expect(found[check]).toMatchObject(['problem', { code }]);
    const fixed = await examine({ fix: true });
    expect(fixed.isHealthy).toBe(true);
    expect(fixed.checks.find(({ id }) => id === check)).toMatchObject({ status: 'repaired' });
    await after?.();
    expect((await statuses())[check]).toBeUndefined();
  });
});

describe.skipIf(usesBucket())('a blob whose row came after it was examined', () => {
  it('is not set aside', async () => {
    const id = await addFile('just-in-time.txt');
    const { stores, core } = instance.app;
    await knownBytes.repair?.({ ...core, ...stores }, [`blobs/${id}`]);
    expect(existsSync(blobPath(id))).toBe(true);
  });
});

describe.skipIf(usesBucket())('files that are marked as damaged', () => {
  it('are a warning, and whole again when their bytes are back', async () => {
    const id = await addFile('restored.txt');
    await rename(blobPath(id), join(instance.dataDir, 'away'));
    await examine({ fix: true });
    const marked = (await examine()).checks.find((check) => check.id === 'content');
    expect(marked?.status).toBe('warning');
    // It tells where the bytes belong.
    const params = { share: draft.id, path: 'restored.txt', file: id, blob: blobPath(id) };
    expect(marked?.findings).toContainEqual({ code: 'content_damaged', params });
    expect(marked?.count).toBe((await damagedPaths()).length);
    await rename(join(instance.dataDir, 'away'), blobPath(id));
    await examine({ fix: true });
    expect(await damagedPaths()).not.toContain('restored.txt');
  });

  it('are found by reading them when only their content has changed', async () => {
    const id = await addFile('rotten.txt');
    await writeFile(blobPath(id), 'CONTENT');
    expect(await contentCodes()).toEqual(['warning', 'content_damaged']);
    expect(await contentCodes({ deep: true })).toEqual(['problem', 'content_wrong', 'content_damaged']);
    expect(await contentCodes({ deep: true, fix: true })).toEqual([
      'repaired',
      'content_wrong',
      'content_damaged',
    ]);
    expect(await damagedPaths()).toContain('rotten.txt');
    await examine({ fix: true });
    expect(await damagedPaths()).toContain('rotten.txt');
  });
});

describe('what the server stands on', () => {
  const envOf = (variables: Record<string, string>, dataDir = instance.dataDir) =>
    readEnv({
      FILESHARE_DATA_DIR: dataDir,
      FILESHARE_DATABASE_URL: instanceIn(dataDir).databaseUrl,
      FILESHARE_MIN_FREE_BYTES: '0',
      ...storageIn(dataDir),
      ...variables,
    });

  it('makes no database where there is none', async () => {
    const dataDir = join(instance.dataDir, 'nowhere');
    const { isHealthy, checks } = await examine({}, envOf({}, dataDir));
    expect(isHealthy).toBe(false);
    expect(checks[0]).toMatchObject({
      id: 'database',
      status: 'problem',
      findings: [{ code: usesServer() ? 'database_unusable' : 'not_started' }],
    });
    expect(checks.slice(1).every(({ status }) => status === 'skipped')).toBe(true);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('says that something is no database', async () => {
    const file = join(instance.dataDir, 'no-database');
    await writeFile(file, 'this is a text, not a database, and long enough to be read as one'.repeat(20));
    const { checks } = await examine({}, envOf({ FILESHARE_DATABASE_URL: `sqlite:${file}` }));
    expect(checks[0]).toMatchObject({ status: 'problem', findings: [{ code: 'database_unusable' }] });
  });

  it.skipIf(usesBucket())(
    'knows what needs more space, and which address works on this machine only',
    async () => {
      const { checks } = await examine(
        {},
        envOf({
          FILESHARE_MIN_FREE_BYTES: String(Number.MAX_SAFE_INTEGER),
          FILESHARE_CONFIG_GENERAL_APP_URL: 'http://localhost:3000',
        }),
      );
      const of = (id: CheckId) => checks.find((check) => check.id === id);
      expect(of('space')).toMatchObject({ status: 'problem', findings: [{ code: 'space_low' }] });
      expect(of('address')).toMatchObject({ status: 'warning', findings: [{ code: 'address_local' }] });
      expect(of('outside')).toMatchObject({ status: 'ok', findings: [{ code: 'address_not_asked_local' }] });
    },
  );

  it('signs in to the mail server, and says without the password why that fails', async () => {
    const login = { user: 'files', pass: 'correct horse' };
    const server = await startMailServer({ login });
    const mailOf = async (password: string) => {
      const { checks } = await examine(
        {},
        envOf({ ...server.env, FILESHARE_CONFIG_SMTP_PASSWORD: password }),
      );
      return checks.find(({ id }) => id === 'mail');
    };
    expect(await mailOf(login.pass)).toMatchObject({ status: 'ok' });
    const refused = await mailOf('wrong battery');
    expect(refused).toMatchObject({ status: 'warning', findings: [{ code: 'mail_unusable' }] });
    expect(JSON.stringify(refused)).not.toContain('battery');
    await server.close();
    expect(await mailOf(login.pass)).toMatchObject({ status: 'warning' });
    expect(server.mails).toEqual([]);
  });

  it('requests the public address, and says what is in the way of visitors', async () => {
    const { port } = new URL(proxy.url);
    const outsideOf = async (name: string, allowPrivate = 'true') => {
      const { checks, isHealthy } = await examine(
        {},
        envOf({
          FILESHARE_CONFIG_GENERAL_APP_URL: `https://${name}:${port}`,
          FILESHARE_OUTBOUND_ALLOW_PRIVATE: allowPrivate,
        }),
      );
      return { ...checks.find(({ id }) => id === 'outside'), isHealthy };
    };
    expect(await outsideOf('files.example.org')).toMatchObject({ status: 'ok', findings: [] });
    expect(await outsideOf('other.example.org')).toMatchObject({
      status: 'warning',
      isHealthy: true,
      findings: [{ code: 'address_certificate_other_host', params: { host: 'other.example.org' } }],
    });
    expect(await outsideOf('files.example.org', 'false')).toMatchObject({
      status: 'ok',
      findings: [{ code: 'address_not_asked' }],
    });
    const id = { key: 'instance_id' };
    const [own] = await db()('instance').where(id).pluck<string[]>('value');
    await db()('instance').where(id).update({ value: 'another' });
    expect(await outsideOf('files.example.org')).toMatchObject({
      status: 'warning',
      findings: [{ code: 'address_other_instance' }],
    });
    await db()('instance').where(id).update({ value: own });
  });

  it('knows a newer version', async () => {
    let version = '99.0.0';
    const releases = await startTlsServer(
      (_request, response) => response.end(JSON.stringify({ tag_name: `v${version}` })),
      await makeCertificate({ host: 'releases.example.org' }),
    );
    const port = new URL(releases.url).port;
    const variables = {
      FILESHARE_RELEASES_URL: `https://releases.example.org:${port}/latest`,
      FILESHARE_OUTBOUND_ALLOW_PRIVATE: 'true',
    };
    const outbound = { ca: releases.certificate, resolve: resolveHere };
    const releaseOf = async () => {
      const deps = { env: envOf(variables), clock: systemClock, logger, locales: localeCodes, outbound };
      const { checks } = await runDoctor(deps, { fix: false, deep: false });
      return checks.find(({ id }) => id === 'release');
    };
    expect(await releaseOf()).toEqual({
      id: 'release',
      status: 'warning',
      count: 1,
      findings: [{ code: 'update_available', params: { version, own: readVersion() } }],
    });
    version = readVersion();
    expect(await releaseOf()).toMatchObject({ status: 'ok', findings: [] });
    await releases.close();
  });

  it('knows of a proxy that is not trusted', async () => {
    const proxiesOf = async () => (await examine()).checks.find(({ id }) => id === 'proxies');
    const ask = (from: string) =>
      new Promise((resolve, reject) => {
        const headers = { 'x-forwarded-for': '203.0.113.7' };
        const url = `${instance.url}/api/health`;
        get(url, { localAddress: from, headers }, (answer) => answer.resume().on('end', resolve)).on(
          'error',
          reject,
        );
      });
    await ask('127.0.0.1');
    expect(await proxiesOf()).toMatchObject({ status: 'ok', findings: [] });
    await ask('127.0.0.2');
    await vi.waitFor(async () =>
      expect(await proxiesOf()).toMatchObject({
        status: 'warning',
        findings: [{ code: 'proxy_unknown', params: { ip: '127.0.0.2', requests: 1 } }],
      }),
    );
  });

  it('warns where everybody seems to come from the reverse proxy', async () => {
    const variables = { FILESHARE_CONFIG_GENERAL_APP_URL: 'https://files.example.org' };
    const { checks, instance } = await examine({}, envOf(variables));
    const address = checks.find(({ id }) => id === 'address');
    expect(address).toMatchObject({ status: 'warning', findings: [{ code: 'proxies_unknown' }] });
    expect(instance.changed).toContain('general.appUrl');
    expect(instance.database).toMatch(/^(sqlite|postgres) \d+/);
  });

  it('says which database has taken the place of this one, as a start does', async () => {
    const other = 'postgres://fileshare@db.example.org:5432/fileshare';
    await writeMark(db(), { id: 'x', role: 'source', instance: 'this', other });
    const { checks } = await examine();
    await removeMark(db());
    expect(checks[0]).toMatchObject({
      status: 'problem',
      findings: [{ code: 'database_moved', params: { address: other } }],
    });
  });

  it('tells a database of another version', async () => {
    await db()('migrations').insert({ name: '9999-future', applied_at: 0 });
    expect((await examine()).checks[1]).toMatchObject({
      status: 'problem',
      findings: [{ code: 'schema_new' }],
    });
    await db()('migrations').where({ name: '9999-future' }).delete();
  });
});
