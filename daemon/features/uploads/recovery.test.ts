import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/connection.ts';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish, resume, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { openDatabaseIn } from '../../testing/test-database.ts';
import { usesBucket } from '../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';

/** States of rows and files as a kill leaves them, built by hand, and what the next start makes of them. */

const hour = 3_600_000;
const text = '0123456789';
const sha256 = createHash('sha256').update(text).digest('hex');

let clock: FakeClock;
let instance: TestApp;
let draft: Draft;

beforeEach(async () => {
  clock = createFakeClock(Date.now());
  instance = await startApp({
    clock,
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
    },
  });
  draft = await createDraft(instance);
});

afterEach(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

/** Kills the server as far as the data can tell, changes the data and starts the server again. */
async function afterCrash(harm: (database: Database) => Promise<unknown>): Promise<void> {
  await instance.app.stop();
  const database = openDatabaseIn(instance.dataDir);
  await harm(database);
  await database.close();
  // It has already stopped: a second time does nothing.
  instance = await instance.restart();
}

async function begin(sent: number): Promise<{ id: string; url: string }> {
  const answer = await upload(instance, draft, { path: 'a.txt', text, sent });
  const path = answer.headers.get('location') ?? '';
  return { id: path.split('/').at(-1) ?? '', url: path };
}

const staged = (id: string) => join(instance.dataDir, 'staging', id);
const blob = (id: string) => join(instance.dataDir, 'blobs', id.slice(0, 2), id);
/** Its folder may not exist yet. */
async function placeForBlob(id: string): Promise<string> {
  await mkdir(dirname(blob(id)), { recursive: true });
  return blob(id);
}
const head = (url: string) => sendTus(instance.url + url, { method: 'HEAD', token: draft.token });

const append = (url: string, offset: number, part: string) =>
  sendTus(instance.url + url, {
    method: 'PATCH',
    token: draft.token,
    headers: { ...offsetStream, 'upload-offset': String(offset) },
    body: new Uint8Array(Buffer.from(part)),
  });

async function listFiles(): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${draft.token}` };
  const { body } = await createCaller(instance.url)(`/shares/${draft.id}/files`, { headers });
  return (body as { files: unknown[] }).files;
}

async function expectWholeShare(): Promise<void> {
  expect(await listFiles()).toMatchObject([{ path: 'a.txt', size: text.length, sha256 }]);
  expect(await publish(instance, draft)).toBe(200);
}

describe('K1: reserved, and no answer', () => {
  it('takes the same file again in place of the first attempt', async () => {
    const first = await begin(0);
    await afterCrash(async () => {});
    expect((await upload(instance, draft, { path: 'a.txt', text })).status).toBe(201);
    expect((await head(first.url)).status).toBe(404);
    await expectWholeShare();
  });

  it.skipIf(usesBucket())('releases a reservation without a file within the idle limit', async () => {
    const { id, url } = await begin(0);
    await afterCrash(() => rm(staged(id)));
    expect((await head(url)).headers.get('upload-offset')).toBe('0');
    await letTimePass(instance, clock, 25 * hour);
    await instance.app.jobs.run('uploads.discard-idle');
    const share = await instance.app.core.uow.read.shares.findById(draft.id);
    expect(share).toMatchObject({ reservedSize: 0, reservedCount: 0 });
  });
});

describe('K3: fewer bytes on the disk than were written', () => {
  it.skipIf(usesBucket())('tells the offset that is true, and takes the rest', async () => {
    const { id, url } = await begin(8);
    await afterCrash(async ({ writer }) => {
      await truncate(staged(id), 3);
      await writer('uploads').where({ id }).update({ received: 3 });
    });
    expect((await head(url)).headers.get('upload-offset')).toBe('3');
    expect((await resume(instance.url + url, draft.token, text)).status).toBe(204);
    await expectWholeShare();
  });
});

describe('K3: the file is lost while the server runs', () => {
  it.skipIf(usesBucket())('takes everything again, and digests what came last', async () => {
    const { id, url } = await begin(8);
    await rm(staged(id));
    const other = 'abcdefghij';
    expect((await resume(instance.url + url, draft.token, other)).status).toBe(204);
    const digest = createHash('sha256').update(other).digest('hex');
    expect(await listFiles()).toMatchObject([{ path: 'a.txt', sha256: digest }]);
  });
});

describe('K4: all bytes staged', () => {
  it.skipIf(usesBucket())('makes a file of them at the start', async () => {
    const { id } = await begin(4);
    await afterCrash(() => appendFile(staged(id), text.slice(4)));
    await instance.app.jobs.run('uploads.finish-interrupted');
    await expectWholeShare();
    expect(existsSync(staged(id))).toBe(false);
  });

  it.skipIf(usesBucket())('says so when asked for the offset, and publishes', async () => {
    const { id, url } = await begin(4);
    await afterCrash(() => appendFile(staged(id), text.slice(4)));
    expect((await head(url)).headers.get('upload-offset')).toBe(String(text.length));
    await expectWholeShare();
  });
});

describe('K5: moved, and no row', () => {
  it.skipIf(usesBucket())('makes the row', async () => {
    const { id, url } = await begin(4);
    await afterCrash(async () => {
      await appendFile(staged(id), text.slice(4));
      await rename(staged(id), await placeForBlob(id));
    });
    await instance.app.jobs.run('uploads.finish-interrupted');
    expect((await head(url)).headers.get('upload-offset')).toBe(String(text.length));
    await expectWholeShare();
  });

  it('sets a blob that no row knows aside after a day, and deletes it a day later', async () => {
    const strange = 'cd'.repeat(16);
    await afterCrash(async () => writeFile(await placeForBlob(strange), 'strange'));
    const examine = () => instance.app.jobs.run('integrity.examine');
    const setAside = async () =>
      (await readdir(join(instance.dataDir, 'quarantine'))).filter((name) => name.endsWith(strange));
    await examine();
    expect(existsSync(blob(strange))).toBe(true);
    const old = Date.now() / 1000 - 48 * 3600;
    await utimes(blob(strange), old, old);
    await letTimePass(instance, clock, 25 * hour);
    await examine();
    expect(existsSync(blob(strange))).toBe(false);
    await letTimePass(instance, clock, 25 * hour);
    await examine();
    expect(await setAside()).toEqual([]);
  });
});

describe('K5: moved, its row on the way, and the clock jumps', () => {
  it.each([
    ['while nobody has believed the jump', false],
    ['although the jump was believed', true],
  ])('leaves the blob where it is %s', async (_name, isBelieved) => {
    const young = 'ef'.repeat(16);
    await writeFile(await placeForBlob(young), 'young');
    clock.jump(10 * 24 * hour);
    const { clockWatch } = instance.app.core;
    await clockWatch.observe();
    if (isBelieved) await clockWatch.believe();
    await instance.app.jobs.run('integrity.examine');
    expect(existsSync(blob(young))).toBe(true);
    await rm(blob(young));
  });
});

describe('K6: a file, and no answer', () => {
  it.skipIf(usesBucket())('says that everything is there, and takes the last request again', async () => {
    const { id, url } = await begin(text.length);
    await afterCrash(async () => {});
    expect((await head(url)).headers.get('upload-offset')).toBe(String(text.length));
    expect((await append(url, text.length, '')).status).toBe(204);
    expect(existsSync(blob(id))).toBe(true);
    await expectWholeShare();
  });
});

describe('a finished upload, a day later', () => {
  const rows = () => instance.app.core.database.reader('uploads').select('id');
  const afterADay = async () => {
    await letTimePass(instance, clock, 25 * hour);
    await instance.app.jobs.run('uploads.discard-idle');
  };

  /** Sends a file in two requests: one that comes in one has no upload. */
  async function send(path: string): Promise<{ id: string; url: string }> {
    const created = await upload(instance, draft, { path, text, sent: 4 });
    const url = created.headers.get('location') ?? '';
    expect((await resume(instance.url + url, draft.token, text)).status).toBe(204);
    return { id: url.split('/').at(-1) ?? '', url };
  }

  it('has no row, and its file says that everything is there', async () => {
    const { id } = await send('a.txt');
    expect(await rows()).toEqual([{ id }]);
    await letTimePass(instance, clock, 23 * hour);
    await instance.app.jobs.run('uploads.discard-idle');
    expect(await rows()).toEqual([{ id }]);
    await afterADay();
    expect(await rows()).toEqual([]);
    await expectWholeShare();
  });

  it('goes with all others of its age, and leaves the unfinished ones', async () => {
    const { id } = await send('b.txt');
    const { writer } = instance.app.core.database;
    const row = await writer<Record<string, unknown>>('uploads').where({ id }).first();
    const others = Array.from({ length: 1200 }, (_, index) => ({ ...row, id: String(index) }));
    await writer.batchInsert('uploads', others, 50);
    const unfinished = await begin(4);
    await letTimePass(instance, clock, 23 * hour);
    await append(unfinished.url, 4, text.slice(4, 5));
    await letTimePass(instance, clock, 2 * hour);
    await instance.app.jobs.run('uploads.discard-idle');
    expect(await rows()).toEqual([{ id: unfinished.id }]);
  });

  it('is answered for while its file exists', async () => {
    const { url } = await send('a.txt');
    await afterADay();
    const { status, headers } = await head(url);
    expect([status, headers.get('upload-offset'), headers.get('upload-length')]).toEqual([200, '10', '10']);
    const names = metadata({ shareId: draft.id, filename: 'a.txt', relativePath: 'a.txt', replace: 'true' });
    const replaced = await sendTus(`${instance.url}/api/uploads`, {
      method: 'POST',
      token: draft.token,
      headers: { ...offsetStream, 'upload-length': '3', 'upload-metadata': names },
      body: new Uint8Array(3),
    });
    expect(replaced.status).toBe(201);
    expect((await head(url)).status).toBe(404);
  });

  it.skipIf(usesBucket())(
    'takes its last request again, keeps its file when it is cancelled, and is unknown to other shares',
    async () => {
      const { id, url } = await send('a.txt');
      await afterADay();
      expect((await append(url, text.length, '')).status).toBe(204);
      const cancelled = await sendTus(instance.url + url, { method: 'DELETE', token: draft.token });
      expect(cancelled.error).toBe('upload_finished');
      expect(existsSync(blob(id))).toBe(true);
      const { token } = await createDraft(instance);
      expect((await sendTus(instance.url + url, { method: 'HEAD', token })).status).toBe(404);
    },
  );
});

describe('K8: taken out, and not deleted', () => {
  it('deletes it at the next start, and counts it until then', async () => {
    const { id } = await begin(text.length);
    await upload(instance, draft, { path: 'b.txt', text });
    const share = async () => instance.app.core.uow.read.shares.findById(draft.id);
    const key = (await share())?.key;
    await afterCrash(async ({ writer }) => {
      await writer('files').where({ id }).delete();
      await writer('blob_removals').insert({ blob_id: id, share_key: key, size: text.length });
      await writer('shares')
        .where({ key })
        .update({ size: text.length, file_count: 1, dead_size: text.length });
    });
    await instance.app.jobs.run('uploads.remove-unused');
    expect(existsSync(blob(id))).toBe(false);
    expect(await instance.app.core.database.reader('shares').where({ key }).first()).toMatchObject({
      size: text.length,
      dead_size: 0,
    });
    expect(await instance.app.core.database.reader('blob_removals')).toEqual([]);
  });
});

describe('K9: half deleted', () => {
  it.skipIf(usesBucket())('goes on deleting, while the link says that it is gone', async () => {
    const { id } = await begin(text.length);
    await upload(instance, draft, { path: 'b.txt', text });
    expect(await publish(instance, draft)).toBe(200);
    await afterCrash(async ({ writer }) => {
      await writer('shares').where({ id: draft.id }).update({ state: 'removed', removed_at: clock.now() });
      await rm(blob(id));
    });
    const { status } = await createCaller(instance.url)(`/shares/${draft.id}/token`, { json: {} });
    expect([404, 410]).toContain(status);
    await instance.app.jobs.run('shares.purge');
    const share = await instance.app.core.uow.read.shares.findById(draft.id);
    expect(share?.purgedAt).not.toBeNull();
    const folders = await readdir(join(instance.dataDir, 'blobs'), { recursive: true, withFileTypes: true });
    expect(folders.filter((entry) => entry.isFile())).toEqual([]);
  });
});

describe('K13: a file whose bytes the disk has lost', () => {
  it.skipIf(usesBucket())(
    'is reported instead of sent short, and marked by the nightly examination',
    async () => {
      const { id } = await begin(text.length);
      expect(await publish(instance, draft)).toBe(200);
      await afterCrash(() => truncate(blob(id)));
      const { body } = await createCaller(instance.url)(`/shares/${draft.id}/token`, { json: {} });
      const headers = { 'x-share-token': (body as { token: string }).token };
      const answer = await createCaller(instance.url)(`/shares/${draft.id}/files/${id}`, { headers });
      expect(answer.body).toMatchObject({ error: 'file_damaged' });
      const lostAt = clock.now();
      await letTimePass(instance, clock, 25 * hour);
      await instance.app.jobs.run('integrity.examine');
      const row: { damaged_at: number | null } | undefined = await instance.app.core.database
        .reader('files')
        .where({ id })
        .first('damaged_at');
      // The night may have come while the time passed.
      expect(row?.damaged_at).toBeGreaterThan(lostAt);
    },
  );
});
