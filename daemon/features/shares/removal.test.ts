import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish, resume, upload } from '../../testing/drafts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { usesBucket } from '../../testing/test-storage.ts';

let instance: TestApp;
let share: Draft;

beforeEach(async () => {
  instance = await startApp({ env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' } });
  share = await createDraft(instance);
  // In two requests: a file that comes in one has no upload to copy.
  const { headers } = await upload(instance, share, { path: 'first.txt', text: '1', sent: 0 });
  await resume(instance.url + (headers.get('location') ?? ''), share.token, '1');
});

afterEach(() => instance.stop());

const newId = () => randomBytes(16).toString('hex');

type Row = Record<string, string | number | null>;

/** Adds files of one byte, `perBlob` of them in each blob, as if they had been uploaded. */
async function addFiles(count: number, perBlob: number): Promise<void> {
  const { writer } = instance.app.core.database;
  const row = await writer<Row>('files').where({ path: 'first.txt' }).first();
  const uploadRow = await writer<Row>('uploads').first();
  await writer.transaction(async (trx) => {
    for (let made = 0; made < count; made += perBlob) {
      const blob = newId();
      const folder = join(instance.dataDir, 'blobs', blob.slice(0, 2));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, blob), '1'.repeat(perBlob));
      const rows = Array.from({ length: perBlob }, (_, index) => ({
        ...row,
        id: perBlob === 1 ? blob : newId(),
        path: `f${made + index}`,
        ...(perBlob > 1 && { pack_id: blob, pack_offset: index }),
      }));
      await trx.batchInsert('files', rows, 70);
      await trx('uploads').insert({ ...uploadRow, id: blob, path: `/${blob}` });
    }
    await trx('shares')
      .where({ id: share.id })
      .update({ size: count + 1, file_count: count + 1 });
  });
}

async function countLeft(): Promise<number> {
  const rows: { total: number }[] = await instance.app.core.database.reader('files').count({ total: '*' });
  return rows[0]?.total ?? 0;
}

async function countBlobs(): Promise<number> {
  const entries = await readdir(join(instance.dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

// The files are put into the data folder by hand.
it.skipIf(usesBucket()).each([
  ['2,000 files with a blob each', 2000, 1],
  ['20,000 files in bundles', 20_000, 1000],
])(
  'removes a share of %s: gone at once, and bit by bit, over a kill in the middle',
  async (_name, count, perBlob) => {
    await addFiles(count, perBlob);
    expect(await publish(instance, share)).toBe(200);
    expect(await findViolations(instance.app)).toEqual([]);
    const call = createCaller(instance.url);
    const { username, password } = instance.admin;
    const signedIn = await call('/auth/signIn', { json: { username, password, transport: 'token' } });
    const headers = { authorization: `Bearer ${(signedIn.body as { accessToken: string }).accessToken}` };

    expect((await call(`/shares/${share.id}`, { method: 'DELETE', headers })).status).toBeLessThan(300);
    expect((await call(`/shares/${share.id}/token`, { json: {} })).status).toBe(404);
    let answered = 0;
    for (let left = count; left > count / 2; left = await countLeft()) {
      expect((await call('/health')).status).toBe(200);
      answered += 1;
      await setImmediate();
    }
    expect(answered).toBeGreaterThan(1);

    await instance.app.stop();
    instance = await instance.restart();
    await instance.app.jobs.run('shares.purge');
    expect(await countLeft()).toBe(0);
    expect(await countBlobs()).toBe(0);
    expect(await findViolations(instance.app)).toEqual([]);
  },
  150_000,
);

it('has just begun when a draft is discarded, however long that was idle', async () => {
  const day = 86_400_000;
  await instance.app.core.database.writer('shares').update({ active_at: Date.now() - 2 * day });
  await instance.app.jobs.run('shares.discard-abandoned');
  expect((await instance.app.core.uow.read.shares.findById(share.id))?.state).toBe('removed');
  expect(await findViolations(instance.app)).toEqual([]);
});
