import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FaultPoint } from '../../faults.ts';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { usesBucket } from '../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';

const faults = vi.hoisted(() => new Set<string>());

vi.mock('#faults', () => ({
  faultPoint(point: FaultPoint) {
    if (faults.delete(point)) throw new Error('EIO');
  },
}));

let instance: TestApp;
let share: { id: string; token: string };

beforeAll(async () => {
  instance = await startApp({
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_FSYNC: 'always',
    },
  });
});

afterAll(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

beforeEach(async () => {
  const { body } = await createCaller(instance.url)('/shares', { json: {} });
  const draft = body as { share: { id: string }; uploadToken: string };
  share = { id: draft.share.id, token: draft.uploadToken };
});

function create(size: number, body?: Uint8Array<ArrayBuffer>) {
  return sendTus(`${instance.url}/api/uploads`, {
    method: 'POST',
    token: share.token,
    headers: {
      ...(body && offsetStream),
      'upload-length': String(size),
      'upload-metadata': metadata({ shareId: share.id, filename: 'a' }),
    },
    ...(body && { body }),
  });
}

describe.skipIf(usesBucket())('a disk that cannot sync', () => {
  // From then on the server takes nothing new until the next start.
  afterEach(async () => {
    instance = await instance.restart();
  });

  it.each([1000, 1_000_000])('costs the file of %d bytes', async (size) => {
    faults.add('storage:sync');
    const answer = await create(size, new Uint8Array(size));
    expect(answer.error).toBe('storage_failed');
    const headers = { authorization: `Bearer ${share.token}` };
    const complete = await createCaller(instance.url)(`/shares/${share.id}/complete`, {
      method: 'POST',
      headers,
    });
    expect(complete.body).toMatchObject({ error: 'share_empty' });
  });

  it('costs what had arrived of an upload: nothing goes on from there', async () => {
    const created = await create(2000);
    const url = instance.url + (created.headers.get('location') ?? '');
    faults.add('storage:sync');
    const part = await sendTus(url, {
      method: 'PATCH',
      token: share.token,
      headers: { ...offsetStream, 'upload-offset': '0' },
      body: new Uint8Array(1000),
    });
    expect(part.error).toBe('storage_failed');
    expect((await sendTus(url, { method: 'HEAD', token: share.token })).status).toBe(404);
  });

  it('takes nothing new until the next start', async () => {
    faults.add('storage:sync');
    expect((await create(1000, new Uint8Array(1000))).error).toBe('storage_failed');
    expect((await create(1000, new Uint8Array(1000))).error).toBe('not_ready');
    expect((await create(1_000_000)).error).toBe('not_ready');
    instance = await instance.restart();
    expect((await create(1000, new Uint8Array(1000))).status).toBe(201);
  });
});
