import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, upload } from '../../testing/drafts.ts';
import { errorOf } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({
    env: {
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
    },
  });
  app.app.stores.capacity.freeBytes = async () => 10_000;
});
afterAll(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

it('promises no byte twice, whatever is announced and begun at the same moment', async () => {
  const drafts = await Promise.all(Array.from({ length: 10 }, () => createDraft(app)));
  const announce = async () => {
    const files = { count: 1, size: 1000 };
    return errorOf(await createCaller(app.url)('/shares', { json: { files } }));
  };
  const outcomes = await Promise.all(
    drafts.flatMap((draft) => [
      announce(),
      upload(app, draft, { path: 'a.bin', text: 'x'.repeat(1000), sent: 0 }).then(({ error }) => error),
    ]),
  );
  expect(outcomes.filter((error) => error === undefined)).toHaveLength(10);
  expect(new Set(outcomes)).toEqual(new Set([undefined, 'storage_full']));
});
