import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newFileId } from '../crypto/ids.ts';
import { createDraft, type Draft, upload } from '../testing/drafts.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { testWriters, usesServer } from '../testing/test-database.ts';
import { counters } from './invariants/counters.ts';

let instance: TestApp;
let draft: Draft;

beforeAll(async () => {
  const env = { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' };
  instance = await startApp({ env });
  draft = await createDraft(instance);
  await upload(instance, draft, { path: 'a.txt', text: 'abc' });
});
afterAll(() => instance.stop());

/** Resolves when a statement waits for a lock; where one connection writes, the whole transaction waits for that. */
async function waitForLock(): Promise<void> {
  if (!usesServer() || testWriters() === 1) return;
  const waiting = instance.app.core.database.reader('pg_stat_activity').where({ wait_event_type: 'Lock' });
  await vi.waitFor(async () => expect(await waiting.clone()).not.toEqual([]));
}

it('counts a file that is added while a share is repaired', async () => {
  const { core, stores } = instance.app;
  const share = await core.uow.read.shares.findById(draft.id);
  if (!share) throw new Error('no share');
  const [file] = await core.uow.read.files.listPage(share.key, { limit: 1 });
  if (!file) throw new Error('no file');
  const steps = new EventEmitter();
  const added = once(steps, 'added');
  const ended = once(steps, 'ended');
  const adding = core.uow.transaction(async ({ lock, shares, files }) => {
    await lock('share', share.key);
    await files.insertMany([{ ...file, id: newFileId(), path: 'b.txt' }]);
    await shares.count(share.key, { size: file.size, files: 1 });
    steps.emit('added');
    await ended;
  });
  await added;
  const repairing = counters.repair?.({ ...core, ...stores }, [share.key]);
  await waitForLock();
  steps.emit('ended');
  await Promise.all([adding, repairing]);
  expect(await core.uow.read.shares.findByKey(share.key)).toMatchObject({ size: 6, fileCount: 2 });
});
