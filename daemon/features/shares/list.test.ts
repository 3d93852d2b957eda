import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminShare, OwnerShare } from '#sdk/contract/shares.js';
import { newReverseShareId, newUserId } from '../../crypto/ids.ts';
import { type Answer, createCaller } from '../../testing/browser.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { addMember, errorOf, type Member, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { storedShare } from '../../testing/stored-share.ts';
import type { ShareRecord } from './types.ts';

const hour = 3_600_000;

let clock: FakeClock;
let instance: TestApp;
let owner: Member;
let other: Member;
let asOwner: Record<string, string>;
let headers: Record<string, string>;

beforeAll(async () => {
  clock = createFakeClock();
  instance = await startApp({ clock });
  owner = await addMember(instance, 'owner');
  other = await addMember(instance, 'other');
  asOwner = (await signInAs(instance, owner)).headers;
});
beforeEach(() => {
  headers = asOwner;
});
afterEach(async () => {
  for (const table of ['shares', 'reverse_shares']) await instance.app.core.database.writer(table).delete();
});
afterAll(() => instance.stop());

type Changes = Parameters<typeof storedShare>[0];

/** Stores one share per change, with the given link. */
async function store(...shares: (Changes & { id: string })[]): Promise<ShareRecord[]> {
  const records = shares.map((changes) =>
    storedShare({ ownerId: owner.id, createdAt: clock.now(), ...changes }),
  );
  await instance.app.core.uow.transaction(async (repos) => {
    for (const record of records) await repos.shares.insert(record);
  });
  return records;
}

interface Page<T = OwnerShare> {
  shares: T[];
  nextCursor: string | null;
}

const call = (query = '', path = '/shares'): Promise<Answer> =>
  createCaller(instance.url)(`${path}?${query}`, { headers });

const list = async (query = '') => (await call(query)).body as Page;
const listAll = async (query: string) => (await call(query, '/shares/all')).body as Page<AdminShare>;

const idsOf = ({ shares }: Page) => shares.map(({ id }) => id);

const orders = (['createdAt', 'name', 'size', 'visitors', 'expiresAt'] as const).flatMap((sort) =>
  (['asc', 'desc'] as const).map((order) => ({ sort, order })),
);

describe('sorting', () => {
  beforeEach(async () => {
    const now = clock.now();
    await store(
      { id: 'link-a', name: 'Zebra', size: 5, views: 2, createdAt: now + 1, expiresAt: now + 3 * hour },
      { id: 'link-b', name: 'ärger', size: 5, views: 9, createdAt: now + 2, expiresAt: null },
      { id: 'link-c', name: 'apple', size: 70, views: 0, createdAt: now + 3, expiresAt: now + hour },
      { id: 'link-d', name: null, size: 9, views: 2, createdAt: now + 3, expiresAt: null },
      { id: 'link-e', name: 'Banana', size: 0, views: 1, createdAt: now + 5, expiresAt: now + 2 * hour },
    );
  });

  const expected = {
    name: ['apple', 'ärger', 'Banana', null, 'Zebra'],
    size: [0, 5, 5, 9, 70],
    visitors: [0, 1, 2, 2, 9],
  };

  it.each(['name', 'size', 'visitors'] as const)('by %s, up and down', async (sort) => {
    const found = await list(`sort=${sort}&order=asc`);
    expect(found.shares.map((share) => share[sort])).toEqual(expected[sort]);
    expect(idsOf(await list(`sort=${sort}&order=desc`))).toEqual(idsOf(found).reverse());
  });

  it('by expiry, what never ends after all that does', async () => {
    const { shares } = await list('sort=expiresAt&order=asc');
    const hours = shares.map(
      ({ expiresAt }) => expiresAt && Math.round((Date.parse(expiresAt) - clock.now()) / hour),
    );
    expect(hours).toEqual([1, 2, 3, null, null]);
    expect((await list('sort=expiresAt&order=desc')).shares.slice(0, 2)).toMatchObject([
      { expiresAt: null },
      { expiresAt: null },
    ]);
  });

  it('newest first unless told', async () => {
    expect(idsOf(await list())).toEqual(idsOf(await list('sort=createdAt&order=desc')));
    expect(idsOf(await list())[0]).toBe('link-e');
  });

  it.each(orders)('a page at a time shows each once: $sort $order', async ({ sort, order }) => {
    const query = `sort=${sort}&order=${order}&limit=1`;
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`${query}${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(idsOf(await list(`sort=${sort}&order=${order}`)));
  });

  it('shows the rest when the last share of a page goes and others come', async () => {
    const first = await list('sort=name&order=asc&limit=2');
    expect(idsOf(first)).toEqual(['link-c', 'link-b']);
    await createCaller(instance.url)('/shares/link-b', { method: 'DELETE', headers });
    await instance.app.jobs.run('shares.purge');
    await store({ id: 'before', name: 'Aaron' }, { id: 'behind', name: 'Cherry' });
    const second = await list(`sort=name&order=asc&limit=9&cursor=${first.nextCursor}`);
    expect(second.shares.map(({ name, id }) => name ?? id)).toEqual(['Banana', 'Cherry', 'link-d', 'Zebra']);
    expect(second.nextCursor).toBeNull();
  });

  it.each(['sort=size&order=asc', 'sort=name&order=desc'])(
    'refuses a position in another order: %s',
    async (query) => {
      const { nextCursor } = await list('sort=name&order=asc&limit=1');
      const answer = await call(`${query}&cursor=${nextCursor}`);
      expect([answer.status, errorOf(answer)]).toEqual([400, 'malformed_request']);
    },
  );

  const key = 'a'.repeat(32);
  it.each([
    '[]',
    '{',
    'null',
    `["createdAt","desc","1","${key}"]`,
    `["createdAt","desc",1.5,"${key}"]`,
    `["createdAt","desc",-1,"${key}"]`,
    `["createdAt","desc",1e999,"${key}"]`,
    `["createdAt","desc",1,"' or 1"]`,
    `["createdAt","desc",{"a":1},"${key}"]`,
  ])('refuses a position that it has not given: %s', async (text) => {
    const answer = await call(`cursor=${Buffer.from(text).toString('base64url')}`);
    expect([answer.status, errorOf(answer)]).toEqual([400, 'malformed_request']);
  });

  it('gives positions of the longest names too', async () => {
    await store({ id: 'long-1', name: '\ufdfa'.repeat(100) }, { id: 'long-2', name: '𝕏'.repeat(50) });
    const page = await list('sort=name&order=desc&limit=1');
    expect((await call(`sort=name&order=desc&limit=1&cursor=${page.nextCursor}`)).status).toBe(200);
  });
});

describe('finding', () => {
  it.each([
    ['photos', ['holiday']],
    ['UBER', ['names']],
    ['über', ['names']],
    ['LIDAY', ['holiday']],
    ['100%', []],
    ['_', ['names']],
  ])('%s finds by name and link', async (search, ids) => {
    await store(
      { id: 'holiday', name: 'Photos of the sea' },
      { id: 'names', name: 'Über_alles' },
      { id: 'other', name: '1000' },
    );
    expect(idsOf(await list(`search=${encodeURIComponent(search)}`))).toEqual(ids);
  });

  it('finds by the new name after a change of it', async () => {
    const [share] = await store({ id: 'changing', name: 'Before' });
    if (!share) throw new Error('no share');
    await instance.app.core.uow.transaction(({ shares }) =>
      shares.transition(share.key, ['active'], { name: 'Çelik' }),
    );
    expect(idsOf(await list('search=celik'))).toEqual(['changing']);
    expect(idsOf(await list('search=before'))).toEqual([]);
  });

  it.each([
    ['draft', ['unfinished']],
    ['active', ['living']],
    ['expired', ['over', 'noticed-over']],
    ['removed', []],
  ])('those that are %s', async (state, ids) => {
    const past = clock.now() - 1;
    await store(
      { id: 'unfinished', state: 'draft', completedAt: null },
      { id: 'living', expiresAt: clock.now() + 1 },
      { id: 'over', expiresAt: past },
      { id: 'noticed-over', state: 'expired', expiresAt: past },
      { id: 'gone', state: 'removed', removedAt: past },
      { id: 'kept-as-link', state: 'expired', expiresAt: past, purgedAt: past },
    );
    expect(idsOf(await list(`state=${state}`)).sort()).toEqual(ids.sort());
  });
});

describe('what others have sent', () => {
  async function addReverseShare(ownerId: string) {
    const id = newReverseShareId();
    const row = { id, owner_id: ownerId, token_hash: id, token: id, created_at: clock.now() };
    await instance.app.core.database.writer('reverse_shares').insert(row);
    return id;
  }

  it('is shown when it is complete, and on its way only with its reverse share', async () => {
    const reverseShareId = await addReverseShare(owner.id);
    await store(
      { id: 'own-one' },
      { id: 'received', reverseShareId },
      { id: 'on-its-way', reverseShareId, state: 'draft', completedAt: null },
    );
    expect(idsOf(await list()).sort()).toEqual(['own-one', 'received']);
    expect(idsOf(await list(`reverseShare=${reverseShareId}`)).sort()).toEqual(['on-its-way', 'received']);
    expect(idsOf(await list('received=true'))).toEqual(['received']);
    expect((await list()).shares).toContainEqual(expect.objectContaining({ reverseShareId }));
  });

  it('shows nothing of the reverse share of somebody else, or of one that is not there', async () => {
    const reverseShareId = await addReverseShare(other.id);
    await store({ id: 'theirs', reverseShareId, ownerId: other.id });
    for (const id of [reverseShareId, newReverseShareId()]) {
      expect(idsOf(await list(`reverseShare=${id}`))).toEqual([]);
    }
  });
});

describe('the shares of everybody', () => {
  beforeEach(async () => {
    const reverseShareId = newReverseShareId();
    await instance.app.core.database.writer('reverse_shares').insert({
      id: reverseShareId,
      owner_id: other.id,
      token_hash: 'x',
      token: 'x',
      created_at: 0,
    });
    await store(
      { id: 'mine', name: 'C' },
      { id: 'theirs', ownerId: other.id, name: 'B' },
      { id: 'received-draft', ownerId: other.id, reverseShareId, state: 'draft', name: 'A' },
      { id: 'anonymous-draft', ownerId: null, state: 'draft', name: 'D' },
      { id: 'removed', state: 'removed', removedAt: 1 },
    );
    ({ headers } = await signInAs(instance, instance.admin));
  });

  it('are shown to administrators with their owners, drafts too, removed ones not', async () => {
    const { shares } = await listAll('sort=name&order=asc');
    expect(shares.map(({ id, owner: by }) => [id, by?.username ?? null])).toEqual([
      ['received-draft', 'other'],
      ['theirs', 'other'],
      ['mine', 'owner'],
      ['anonymous-draft', null],
    ]);
    expect(shares[1]?.owner).toEqual({ id: other.id, username: 'other' });
  });

  it('say what the administrator may do with each', async () => {
    const { shares } = await listAll('sort=name&order=asc');
    expect(shares.map(({ id, can }) => [id, can.append, can.edit, can.remove])).toEqual([
      ['received-draft', false, false, true],
      ['theirs', false, true, true],
      ['mine', false, true, true],
      ['anonymous-draft', false, false, true],
    ]);
  });

  it('can be narrowed to one owner', async () => {
    const query = `sort=name&order=asc&owner=${other.id}`;
    expect(idsOf(await listAll(query))).toEqual(['received-draft', 'theirs']);
    expect(idsOf(await listAll(`owner=${newUserId()}`))).toEqual([]);
  });

  it('are sorted, found and paged like those of one', async () => {
    const first = await listAll('sort=name&order=desc&limit=1&state=draft');
    expect(idsOf(first)).toEqual(['anonymous-draft']);
    const next = `sort=name&order=desc&limit=1&state=draft&cursor=${first.nextCursor}`;
    expect(idsOf(await listAll(next))).toEqual(['received-draft']);
    expect(idsOf(await listAll('search=their'))).toEqual(['theirs']);
  });

  it('are nobody else’s business', async () => {
    ({ headers } = await signInAs(instance, other));
    expect(errorOf(await call('', '/shares/all'))).toBe('forbidden');
  });
});
