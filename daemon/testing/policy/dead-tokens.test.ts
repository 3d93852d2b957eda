import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCaller } from '../browser.ts';
import { createDraft, type Draft, publish, upload } from '../drafts.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { letTimePass } from '../let-time-pass.ts';
import { bearer, type Member } from '../members.ts';
import { startApp, type TestApp } from '../start-app.ts';
import { expectedOfShare, type ShareStateName } from './share-states-expected.ts';
import { asMet, meetShare, type ShareCell, type ShareTarget, shareTargets } from './share-targets.ts';
import { createWorld, type World } from './world.ts';

/** A credential that is no longer valid for a share grants nothing on any route. */

const hour = 3_600_000;
const day = 24 * hour;

let clock: FakeClock;
let app: TestApp;
let world: World;
let owner: Member;
let asOwner: Record<string, string>;

beforeEach(async () => {
  clock = createFakeClock();
  app = await startApp({ clock, env: { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' } });
  world = createWorld(app);
  owner = await world.member();
  asOwner = bearer((await world.session(owner, { left: 100 * day })).token);
});
afterEach(() => app.stop());

const call: ReturnType<typeof createCaller> = (path, options = {}) =>
  createCaller(app.url)(path, { ...options, headers: { ...world.nextAddress(), ...options.headers } });

interface Published {
  draft: Draft;
  cell: ShareCell;
}

async function publishShare(json: object): Promise<Published> {
  const draft = await createDraft(app, json, { ...asOwner, ...world.nextAddress() });
  await upload(app, draft, { path: '1.txt', text: 'x' });
  expect(await publish(app, draft)).toBe(200);
  return { draft, cell: await cellOf(draft) };
}

async function cellOf({ id, token }: Draft): Promise<ShareCell> {
  const { uow } = app.app.core;
  const record = await uow.read.shares.findById(id);
  if (!record) throw new Error('the share is not there');
  const [file] = await uow.read.files.listPage(record.key, { limit: 1 });
  if (file) await world.addThumbnail(file.id, record.key);
  const share = { id, key: record.key, uploadToken: token, fileId: file?.id ?? '', uploadId: '' };
  return { app, world, owner, share };
}

/** Issues a share token like a visitor gets it. */
async function openShare({ id }: Draft, password?: string): Promise<Record<string, string>> {
  const { body } = await call(`/shares/${id}/token`, { json: { password } });
  return { 'x-share-token': (body as { token: string }).token };
}

const reading = shareTargets.filter(
  ({ method, endpoint }) => method !== 'POST' && /^share:(view|download)$/.test(endpoint.access),
);

async function meetAll(
  targets: readonly ShareTarget[],
  cell: ShareCell,
  presented: Record<string, string>,
): Promise<Record<string, string>> {
  const met = targets.map(
    async (target) => [`${target.method} ${target.id}`, await meetShare(target, cell, presented)] as const,
  );
  return Object.fromEntries(await Promise.all(met));
}

/** Returns the outcomes of a caller without credentials. */
function asNobody(targets: readonly ShareTarget[], state: ShareStateName) {
  return Object.fromEntries(
    targets.map((target) => {
      const expected = expectedOfShare(target.id, target.endpoint)[state]?.nobody;
      return [`${target.method} ${target.id}`, asMet(target, expected)];
    }),
  );
}

const allAllowed = (targets: readonly ShareTarget[]) =>
  Object.fromEntries(targets.map(({ method, id }) => [`${method} ${id}`, 'allowed']));

interface End {
  name: string;
  state: ShareStateName;
  happen(draft: Draft): unknown;
}

const change = (path: string, options: object) => async (draft: Draft) => {
  const { status } = await call(path.replace(':id', draft.id), { ...options, headers: asOwner });
  expect(status).toBeLessThan(300);
};

const ends: End[] = [
  {
    name: 'the password is changed',
    state: 'password',
    happen: change('/shares/:id', { method: 'PATCH', json: { password: 'another one' } }),
  },
  { name: 'the share is removed', state: 'removed', happen: change('/shares/:id', { method: 'DELETE' }) },
  { name: 'the share expires', state: 'over', happen: () => clock.advance(hour / 2) },
];

it.each(ends)('a share token opens nothing when $name', async ({ state, happen }) => {
  const password = 'open, sesame';
  const { draft, cell } = await publishShare({ expiration: '30-minutes', password });
  const visitor = await openShare(draft, password);
  expect(await meetAll(reading, cell, visitor)).toEqual(allAllowed(reading));
  await happen(draft);
  expect(await meetAll(reading, cell, visitor)).toEqual(asNobody(reading, state));
});

it('a share token holds for what others may change', async () => {
  const { draft, cell } = await publishShare({});
  const visitor = await openShare(draft);
  await change('/shares/:id', { method: 'PATCH', json: { name: 'New', expiration: 'never' } })(draft);
  expect(await meetAll(reading, cell, visitor)).toEqual(allAllowed(reading));
});

it('no token of a share that is gone opens one that gets its link', { timeout: 30_000 }, async () => {
  const json = { id: 'the-same-link', expiration: 'never' };
  const { draft: old, cell } = await publishShare(json);
  const visitor = await openShare(old);
  expect(await meetAll(reading, cell, visitor)).toEqual(allAllowed(reading));
  // It must not fail only because its time is over.
  await app.app.core.database.writer('share_grants').update({ expires_at: clock.now() + 100 * day });

  await change('/shares/:id', { method: 'DELETE' })(old);
  await app.app.jobs.run('shares.purge');
  asOwner = bearer((await world.session(owner, { left: 100 * day })).token);
  expect((await call('/shares', { json, headers: asOwner })).status).toBe(409);
  await letTimePass(app, clock, 30 * day + hour);
  await app.app.jobs.run('shares.purge');

  asOwner = bearer((await world.session(owner, { left: 100 * day })).token);
  const { cell: again } = await publishShare({ ...json, password: 'open, sesame' });
  expect(again.share.key).not.toBe(cell.share.key);
  const targets = shareTargets.filter(({ id }) => !id.startsWith('uploads.') || id === 'uploads.create');
  const expected = asNobody(targets, 'password');
  expect(await meetAll(targets, again, visitor)).toEqual(expected);
  expect(await meetAll(targets, again, bearer(old.token))).toEqual(expected);
});
