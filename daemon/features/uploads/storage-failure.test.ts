import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';

let instance: TestApp;

beforeAll(async () => {
  instance = await startApp({
    env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true', FILESHARE_FSYNC: 'commit' },
  });
});

afterAll(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

it.each([1000, 1_000_000])(
  'a file of %d bytes that could not be synced is given up for good',
  async (size) => {
    const { body } = await createCaller(instance.url)('/shares', { json: {} });
    const draft = body as { share: { id: string }; uploadToken: string };
    const token = draft.uploadToken;
    const sync = vi.spyOn(instance.app.blobs, 'sync').mockRejectedValueOnce(new AppError('storage_failed'));
    const answer = await sendTus(`${instance.url}/api/uploads`, {
      method: 'POST',
      token,
      headers: {
        ...offsetStream,
        'upload-length': String(size),
        'upload-metadata': metadata({ shareId: draft.share.id, filename: 'a' }),
      },
      body: new Uint8Array(size),
    });
    sync.mockRestore();
    expect(answer.error).toBe('storage_failed');
    const headers = { authorization: `Bearer ${token}` };
    const complete = await createCaller(instance.url)(`/shares/${draft.share.id}/complete`, {
      method: 'POST',
      headers,
    });
    expect(complete.body).toMatchObject({ error: 'share_empty' });
  },
);
