import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FaultPoint } from '../../faults.ts';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft } from '../../testing/drafts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { countBlobs } from '../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';

const faults = vi.hoisted(() => new Set<string>());

vi.mock('#faults', () => ({
  faultPoint(point: FaultPoint) {
    if (faults.has(point)) throw new Error('EIO');
  },
}));

let instance: TestApp;
let share: Draft;

beforeAll(async () => {
  instance = await startApp({
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_CONFIG_SHARE_MAX_SIZE: '100000',
      FILESHARE_CONFIG_SHARE_MAX_FILES: '30',
    },
  });
});

afterAll(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

beforeEach(async () => {
  share = await createDraft(instance);
});

interface Sending {
  path: string;
  body: Uint8Array<ArrayBuffer>;
  values?: Record<string, string>;
  to?: Draft;
}

function send({ path, body, values, to = share }: Sending) {
  return sendTus(`${instance.url}/api/uploads`, {
    method: 'POST',
    token: to.token,
    headers: {
      ...offsetStream,
      'upload-length': String(body.length),
      'upload-metadata': metadata({ shareId: to.id, filename: 'x', relativePath: path, ...values }),
    },
    body,
  });
}

const contentOf = (index: number) => new Uint8Array(randomBytes(100 + index));
const numbered = (count: number, values: Record<string, string> = {}): Sending[] =>
  Array.from({ length: count }, (_, index) => ({ path: `${index}.bin`, body: contentOf(index), values }));
const sendAll = (all: readonly Sending[]) => Promise.all(all.map(send));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function listFiles({ id, token } = share) {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await createCaller(instance.url)(`/shares/${id}/files`, { headers });
  return (body as { files: { id: string; path: string; size: number; sha256: string }[] }).files;
}

async function deadBytes(): Promise<number> {
  const { reader } = instance.app.core.database;
  const rows: { dead_size: number }[] = await reader('shares').where({ id: share.id });
  return rows[0]?.dead_size ?? 0;
}

describe('small files', () => {
  it('that arrive together are in fewer blobs, and are files like others', async () => {
    const before = await countBlobs(instance);
    const all = numbered(24);
    const answers = await sendAll(all);
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect((await countBlobs(instance)) - before).toBeLessThan(12);
    const files = new Map((await listFiles()).map((file) => [file.path, file]));
    const headers = { authorization: `Bearer ${share.token}` };
    for (const [index, { path, body }] of all.entries()) {
      const file = files.get(path);
      expect(file).toMatchObject({ size: body.length, sha256: sha256(body) });
      const url = `${instance.url}/api/shares/${share.id}/files/${file?.id}`;
      expect(new Uint8Array(await (await fetch(url, { headers })).arrayBuffer())).toEqual(body);
      const part = await fetch(url, { headers: { ...headers, range: 'bytes=10-19' } });
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(body.subarray(10, 20));
      const location = instance.url + (answers[index]?.headers.get('location') ?? '');
      const found = await sendTus(location, { method: 'HEAD', token: share.token });
      expect(found.headers.get('upload-offset')).toBe(String(body.length));
      const removal = await sendTus(location, { method: 'DELETE', token: share.token });
      expect(removal.error).toBe('upload_finished');
    }
  });

  it('that arrive one after the other have a blob each', async () => {
    const before = await countBlobs(instance);
    for (const one of numbered(3)) expect((await send(one)).status).toBe(201);
    expect(await countBlobs(instance)).toBe(before + 3);
  });

  it('of several shares are in blobs of their own', async () => {
    const other = await createDraft(instance);
    const all = numbered(12).flatMap((one) => [one, { ...one, to: other }]);
    expect((await sendAll(all)).every(({ status }) => status === 201)).toBe(true);
    expect([(await listFiles()).length, (await listFiles(other)).length]).toEqual([12, 12]);
    const rows: { pack_id: string; shares: number }[] = await instance.app.core.database
      .reader('files')
      .whereNotNull('pack_id')
      .groupBy('pack_id')
      .select('pack_id')
      .countDistinct({ shares: 'share_key' });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ shares }) => shares !== 1)).toEqual([]);
  });

  it('are refused one by one', async () => {
    const [first, second, ...others] = numbered(10);
    if (!first || !second) throw new Error('too few');
    await send(first);
    const wrong = { ...second, values: { sha256: '0'.repeat(64) } };
    const twin = { path: 'twin.bin', body: contentOf(1) };
    const answers = await sendAll([first, wrong, twin, twin, ...others]);
    const errors = answers.flatMap(({ error }) => error ?? []);
    expect(errors.sort()).toEqual(['checksum_mismatch', 'file_exists', 'file_exists']);
    expect(await listFiles()).toHaveLength(2 + others.length);
  });

  it('fill a share exactly', async () => {
    const answers = await sendAll(numbered(40));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(answers.filter(({ error }) => error === 'share_too_many_files')).toHaveLength(10);
    expect(await listFiles()).toHaveLength(30);
  });

  it('of which only some are replaced leave dead bytes, and the last takes the blob with it', async () => {
    const before = await countBlobs(instance);
    await sendAll(numbered(12));
    const { reader } = instance.app.core.database;
    const packed: { path: string }[] = await reader('files')
      .join('shares', 'shares.key', 'files.share_key')
      .where('shares.id', share.id)
      .whereNotNull('pack_id')
      .select('path');
    const [kept, ...replaced] = packed.map(({ path }) => path);
    expect(replaced.length).toBeGreaterThan(0);
    for (const path of replaced) await send({ path, body: contentOf(0), values: { replace: 'true' } });
    expect(await deadBytes()).toBeGreaterThan(0);
    await send({ path: kept ?? '', body: contentOf(0), values: { replace: 'true' } });
    expect(await deadBytes()).toBe(0);
    await expect.poll(() => countBlobs(instance)).toBe(before + 12);
  });

  it('replace each other when they arrive together', async () => {
    const twins = Array.from({ length: 6 }, (_, index) => contentOf(index));
    const answers = await sendAll(
      twins.map((body) => ({ path: 'same.bin', body, values: { replace: 'true' } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(twins.map(() => 201));
    const files = await listFiles();
    expect(twins.map(sha256)).toContain(files[0]?.sha256);
    expect(files).toHaveLength(1);
  });

  it('that could not be stored leave no bytes behind', async () => {
    const before = await countBlobs(instance);
    faults.add('whole:stored');
    const answers = await sendAll(numbered(8));
    faults.clear();
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => 'internal'));
    expect(await countBlobs(instance)).toBe(before);
    expect((await sendAll(numbered(8))).every(({ status }) => status === 201)).toBe(true);
  });
});
