import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { NodeClient } from '#sdk/index.js';
import { findViolations } from '../../testing/check-invariants.ts';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { type Draft, publish, upload } from '../../testing/drafts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let admin: NodeClient;
let count = 0;
let user: ManagedUser;
let client: NodeClient;

beforeAll(async () => {
  app = await startApp({ env: { FILESHARE_CONFIG_SHARE_USER_QUOTA: '1000' } });
  admin = await signIn(app);
});
afterAll(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});
beforeEach(async () => {
  count += 1;
  user = await createUser(admin, `owner${count}`);
  client = await signIn(app, { username: user.username, password });
});

const setQuota = (quota: number | null) => admin.users.update({ params: { id: user.id }, body: { quota } });

const announce = (size: number) => outcomeOf(client.shares.create({ body: { files: { count: 1, size } } }));

async function send(size: number, sent = size): Promise<string | undefined> {
  const { share, uploadToken } = await client.shares.create({ body: {} });
  const draft = { id: share.id, token: uploadToken };
  return (await upload(app, draft, { path: 'a.bin', text: 'x'.repeat(size), sent })).error;
}

it.each([
  ['the instance', null, 1000],
  ['the account, higher', 3000, 3000],
  ['the account, lower', 500, 500],
])('takes as much as %s allows, announced or not', async (_, quota, limit) => {
  await setQuota(quota);
  expect(await announce(limit + 1)).toBe('quota_exceeded');
  expect(await send(limit + 1)).toBe('quota_exceeded');
  // Also as a stream that begins small.
  expect(await send(limit + 1, 10)).toBe('quota_exceeded');
  expect(await send(limit)).toBeUndefined();
  expect(await announce(1)).toBe('quota_exceeded');
  expect(await send(1)).toBe('quota_exceeded');
});

it('takes anything from an account without a limit', async () => {
  await setQuota(0);
  expect(await announce(1_000_000)).toBe('ok');
  expect(await send(100_000)).toBeUndefined();
});

it('holds from the next request when it goes down, and keeps what is there', async () => {
  await setQuota(5000);
  expect(await send(3000)).toBeUndefined();
  await setQuota(2000);
  expect(await announce(0)).toBe('quota_exceeded');
  expect(await client.users.myUsage()).toMatchObject({ size: 3000, quota: 2000 });
  await setQuota(4000);
  expect(await send(1000)).toBeUndefined();
});

it('lets no more than fits in, of twenty at the same moment', async () => {
  await setQuota(2500);
  const announced = await Promise.all(Array.from({ length: 20 }, () => announce(500)));
  expect(announced.filter((outcome) => outcome === 'ok')).toHaveLength(5);
  const other = await createUser(admin, `more${count}`, { quota: 2500 });
  client = await signIn(app, { username: other.username, password });
  const sent = await Promise.all(Array.from({ length: 20 }, () => send(500)));
  expect(sent.filter((error) => error === undefined)).toHaveLength(5);
});

async function makeDraft(): Promise<Draft> {
  const { share, uploadToken } = await client.shares.create({ body: {} });
  return { id: share.id, token: uploadToken };
}

it('lets no more than fits into the shares of one account, of twenty uploads at the same moment', async () => {
  await setQuota(2500);
  const drafts = await Promise.all(Array.from({ length: 20 }, makeDraft));
  const sent = await Promise.all(
    drafts.map((draft, index) =>
      // Every other one begins small, as a stream.
      upload(app, draft, { path: 'a.bin', text: 'x'.repeat(500), sent: index % 2 === 0 ? 500 : 10 }),
    ),
  );
  expect(sent.filter(({ error }) => error === undefined)).toHaveLength(5);
  expect(new Set(sent.map(({ error }) => error))).toEqual(new Set([undefined, 'quota_exceeded']));
});

it('lets no more be announced for published shares than fits, at the same moment', async () => {
  await setQuota(1800);
  const shares = await Promise.all(Array.from({ length: 8 }, makeDraft));
  for (const share of shares) {
    await upload(app, share, { path: 'a.bin', text: 'x'.repeat(100) });
    expect(await publish(app, share)).toBe(200);
  }
  const files = { count: 1, size: 400 };
  const announced = await Promise.all(
    shares.map(({ id }) => outcomeOf(client.shares.append({ params: { id }, body: { files } }))),
  );
  expect(announced.toSorted()).toEqual(['ok', 'ok', ...Array<string>(6).fill('quota_exceeded')]);
});
