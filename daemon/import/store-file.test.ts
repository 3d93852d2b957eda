import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HostError } from '#sdk/contract/host.js';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { countStaged } from '../testing/test-storage.ts';
import type { SourcePlace } from './places.ts';
import type { PlannedFile } from './plan/plan.ts';
import { storeFile } from './store-file.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const content = Buffer.from('some content');
const id = 'f'.repeat(32);

/** A file whose place is an object that is read in this way. */
function planned(open: SourcePlace['open']): PlannedFile {
  const place: SourcePlace = {
    name: 's3://old/key',
    path: null,
    findSize: async () => content.length,
    open,
  };
  const from = { oldId: '1', path: 'a.txt', size: content.length, createdAt: 1, places: [place], links: [] };
  return { from, id, path: 'a.txt', place, stored: content.length };
}

const store = (file: PlannedFile) =>
  storeFile({ stores: app.app.stores, signal: new AbortController().signal, link: true }, file);

it('ends when the connection to a bucket breaks, and reads the object again in another run', async () => {
  const broken = planned(async () =>
    Readable.from(
      (async function* () {
        yield content.subarray(0, 4);
        throw new HostError('import_bucket_failed', { bucket: 'old', reason: 'aborted' });
      })(),
    ),
  );
  await expect(store(broken)).rejects.toMatchObject({ code: 'import_bucket_failed' });
  expect([await countStaged(app), await app.app.stores.blobs.stat(id)]).toEqual([0, null]);
  const stored = await store(planned(async () => Readable.from([content])));
  expect(stored?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
});

it.each([
  ['shorter', content.subarray(1)],
  ['longer', Buffer.concat([content, content])],
])('gives up a file that is %s than it was', async (_name, other) => {
  await app.app.stores.blobs.remove(id);
  expect(await store(planned(async () => Readable.from([other])))).toBeNull();
  expect(await app.app.stores.blobs.stat(id)).toBeNull();
});
