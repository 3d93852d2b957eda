import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../testing/browser.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { errorOf, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

/** Many visitors open a share while something else happens to it. */

let clock: FakeClock;
let instance: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  clock = createFakeClock();
  instance = await startApp({ clock });
  ({ headers } = await signInAs(instance, instance.admin));
});
afterAll(() => instance.stop());

async function publishShare(json: object): Promise<Draft> {
  const share = await createDraft(instance, json, headers);
  await upload(instance, share, { path: 'a.txt', text: 'a' });
  expect(await publish(instance, share)).toBe(200);
  return share;
}

const call: ReturnType<typeof createCaller> = (path, options) => createCaller(instance.url)(path, options);

const open = ({ id }: Draft, json: object = {}) => call(`/shares/${id}/token`, { json });

/** Twenty requests are running when it happens, and twenty arrive then. */
async function openDuring(share: Draft, json: object, event: () => unknown): Promise<Answer[]> {
  const early = Array.from({ length: 20 }, () => open(share, json));
  await Promise.any(early);
  const happening = event();
  const late = Array.from({ length: 20 }, () => open(share, json));
  await happening;
  return Promise.all([...early, ...late, open(share, json)]);
}

async function viewsOf({ id }: Draft): Promise<number | undefined> {
  return (await instance.app.core.uow.read.shares.findById(id))?.views;
}

/** Uses every token that was issued; returns the statuses. */
async function useAll({ id }: Draft, opened: readonly Answer[]): Promise<Set<number>> {
  const statuses = opened.map(async ({ body }) => {
    const token = (body as { token: string }).token;
    return (await call(`/shares/${id}`, { headers: { 'x-share-token': token } })).status;
  });
  return new Set(await Promise.all(statuses));
}

const split = (answers: readonly Answer[]) => ({
  opened: answers.filter(({ status }) => status === 200),
  refusals: new Set(answers.filter(({ status }) => status !== 200).map((answer) => errorOf(answer))),
});

it('counts exactly those that it lets in', async () => {
  const share = await publishShare({ maxViews: 3 });
  const { opened, refusals } = split(await Promise.all(Array.from({ length: 100 }, () => open(share))));
  expect(opened).toHaveLength(3);
  expect(refusals).toEqual(new Set(['share_view_limit']));
  expect(await viewsOf(share)).toBe(3);
  expect(await useAll(share, opened)).toEqual(new Set([200]));
});

it('lets nobody in who comes after its removal, and says that it was removed', async () => {
  const share = await publishShare({ maxViews: 1000 });
  const { opened, refusals } = split(
    await openDuring(share, {}, () => call(`/shares/${share.id}`, { method: 'DELETE', headers })),
  );
  expect(refusals).toEqual(new Set(['share_removed']));
  expect(await viewsOf(share)).toBe(opened.length);
  expect(await useAll(share, opened)).toEqual(new Set([404]));
});

it('lets nobody in whose view comes after its end', async () => {
  const share = await publishShare({ expiration: '5-minutes', maxViews: 1000 });
  const { opened, refusals } = split(await openDuring(share, {}, () => clock.advance(300_000)));
  expect(refusals).toEqual(new Set(['share_not_found']));
  expect(await viewsOf(share)).toBe(opened.length);
  expect(await useAll(share, opened)).toEqual(new Set([404]));
});

it('lets nobody stay who came with the password of before', async () => {
  const share = await publishShare({ password: 'open, sesame', maxViews: 1000 });
  const { opened } = split(
    await openDuring(share, { password: 'open, sesame' }, () =>
      call(`/shares/${share.id}`, { method: 'PATCH', json: { password: 'open, barley' }, headers }),
    ),
  );
  expect(await viewsOf(share)).toBe(opened.length);
  expect(await useAll(share, opened)).toEqual(new Set([403]));
});
