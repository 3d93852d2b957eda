import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ShareId } from '#sdk/contract/formats/primitives.js';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import type { NodeClient } from '#sdk/index.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { type Draft, publish, upload } from '../../testing/drafts.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { errorOf } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const hour = 3_600_000;
const day = 24 * hour;

const clock = createFakeClock();
let app: TestApp;
let admin: NodeClient;
let maker: NodeClient;
let other: NodeClient;
let count = 0;
let id: string;

beforeAll(async () => {
  app = await startApp({ clock, env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' } });
});
afterAll(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});
beforeEach(async () => {
  count += 1;
  id = `Holiday-${count}`;
  admin = await signIn(app);
  maker = await addUser(`maker${count}`);
  other = await addUser(`other${count}`);
});

async function addUser(username: string): Promise<NodeClient> {
  await createUser(admin, username);
  return signIn(app, { username, password });
}

const create = (client: NodeClient, body: CreateShare = { id }) => outcomeOf(client.shares.create({ body }));

async function createDraft(): Promise<Draft> {
  const { share, uploadToken } = await maker.shares.create({ body: { id } });
  const draft = { id: share.id, token: uploadToken };
  await upload(app, draft, { path: 'a.txt', text: 'abc' });
  return draft;
}

async function isFree(client: NodeClient, link = id): Promise<boolean> {
  return (await client.shares.isShareIdAvailable({ params: { id: ShareId.parse(link) } })).available;
}

const remove = () => maker.shares.remove({ params: { id: ShareId.parse(id) } });

const askAsStranger = async () => {
  const { body } = await createCaller(app.url)(`/shares/isShareIdAvailable/${id}`);
  return (body as { available: boolean }).available;
};

describe('the link of a draft that was discarded', () => {
  it.each([
    ['before its files are gone', async () => undefined],
    ['after its files are gone', () => app.app.jobs.run('shares.purge')],
  ])('is free for its maker at once, %s', async (_name, wait) => {
    await createDraft();
    await remove();
    await wait();
    expect(await isFree(maker, id.toUpperCase())).toBe(true);
    expect(await isFree(other)).toBe(false);
    expect(await askAsStranger()).toBe(false);
    expect(await create(other)).toBe('share_id_taken');
    expect(errorOf(await createCaller(app.url)('/shares', { json: { id } }))).toBe('share_id_taken');

    const draft = await createDraft();
    expect(await publish(app, draft)).toBe(200);
    await app.app.jobs.run('shares.purge');
    const { files } = await maker.files.list({ params: { id: ShareId.parse(id) } });
    expect(files.map(({ path }) => path)).toEqual(['a.txt']);
  });

  it('is free for its maker when it was given up, too', async () => {
    await createDraft();
    await letTimePass(app, clock, 2 * day);
    maker = await signIn(app, { username: `maker${count}`, password });
    await app.app.jobs.run('shares.discard-abandoned');
    expect(await isFree(maker)).toBe(true);
    expect(await create(maker)).toBe('ok');
  });

  it('goes to one of two who ask at the same moment', async () => {
    await createDraft();
    await remove();
    const outcomes = await Promise.all([create(maker), create(maker)]);
    expect(outcomes.toSorted()).toEqual(['ok', 'share_id_taken']);
    expect(await isFree(maker)).toBe(false);
  });

  it('is free for everybody after 30 days', async () => {
    await createDraft();
    await remove();
    await app.app.jobs.run('shares.purge');
    clock.advance(30 * day + hour);
    await app.app.core.clockWatch.observe();
    await app.app.core.clockWatch.believe();
    await app.app.jobs.run('shares.purge');
    expect(await askAsStranger()).toBe(true);
    expect(errorOf(await createCaller(app.url)('/shares', { json: { id } }))).toBeUndefined();
  });

  it('without an account has no maker', async () => {
    const call = createCaller(app.url);
    const { body } = await call('/shares', { json: { id } });
    const headers = { authorization: `Bearer ${(body as { uploadToken: string }).uploadToken}` };
    expect((await call(`/shares/${id}`, { method: 'DELETE', headers })).status).toBe(204);
    expect(await askAsStranger()).toBe(false);
    expect(errorOf(await call('/shares', { json: { id } }))).toBe('share_id_taken');
    expect(await create(maker)).toBe('share_id_taken');
  });
});

it('keeps a link that was published, also from its maker', async () => {
  expect(await publish(app, await createDraft())).toBe(200);
  await remove();
  expect(await isFree(maker)).toBe(false);
  expect(await create(maker)).toBe('share_id_taken');
});

describe('an account', () => {
  it('asks about 120 links in ten minutes', async () => {
    const outcomes: string[] = [];
    for (let n = 0; n < 125; n += 1) outcomes.push(await outcomeOf(isFree(maker, `${id}-${n}`)));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(120);
    expect(outcomes.at(-1)).toBe('too_many_requests');
    // People who know the link they want can continue, and so can others behind the same address.
    expect(await create(maker)).toBe('ok');
    expect(await isFree(other)).toBe(false);
    clock.advance(hour / 6);
    expect(await outcomeOf(isFree(maker))).toBe('ok');
  });

  it('chooses 100 links in an hour, those that are taken included', async () => {
    const outcomes: string[] = [];
    for (let n = 0; n < 51; n += 1) outcomes.push(await create(maker), await create(maker));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'share_id_taken')).toHaveLength(99);
    expect(outcomes.at(-1)).toBe('too_many_requests');
    expect(await create(maker, {})).toBe('ok');
    expect(await create(other, { id: `${id}-other` })).toBe('ok');
    clock.advance(hour);
    maker = await signIn(app, { username: `maker${count}`, password });
    expect(await create(maker, { id: `${id}-again` })).toBe('ok');
  });
});
