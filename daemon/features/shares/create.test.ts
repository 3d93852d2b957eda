import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreateDraft } from '#sdk/contract/shares/inputs.js';
import type { NodeClient } from '#sdk/index.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createUser, password, signIn } from '../../testing/clients.ts';
import { createReverseShare } from '../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let admin: NodeClient;
let count = 0;
let idempotencyKey: string;

beforeAll(async () => {
  app = await startApp();
  admin = await signIn(app);
});
afterAll(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});
beforeEach(() => {
  idempotencyKey = String(++count).padStart(32, '0');
});

const create = (body: CreateDraft, by = admin) => by.shares.create({ body: { idempotencyKey, ...body } });

describe('a creation that is repeated because its answer was lost', () => {
  it('answers the draft it made, with its link and another token', async () => {
    const body = { id: `chosen-${count}`, name: 'Holiday', files: { count: 2, size: 1000 } };
    const first = await create(body);
    const second = await create(body);
    expect(second.share).toEqual(first.share);
    expect(second.uploadToken).not.toBe(first.uploadToken);
    const { shares } = await admin.shares.list({ query: { search: `chosen-${count}` } });
    expect(shares).toHaveLength(1);
    const params = { id: first.share.id };
    const refused = admin.files.list({ params }, { token: first.uploadToken });
    await expect(refused).rejects.toMatchObject({ name: 'AppError' });
    expect(await admin.files.list({ params }, { token: second.uploadToken })).toMatchObject({ files: [] });
  });

  it('makes one draft of several at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ id: `same-${count}`, files: { count: 1, size: 5 } })),
    );
    expect(new Set(answers.map(({ share }) => share.id)).size).toBe(1);
    const { entries } = await admin.audit.list({ query: { action: 'share.create' } });
    expect(entries.filter(({ subject }) => subject?.id === `same-${count}`)).toHaveLength(1);
  });

  it('makes one draft of several at the same moment, for nobody too', async () => {
    await admin.configs.update({ body: [{ key: 'share.allowUnauthenticatedShares', value: 'true' }] });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => createCaller(app.url)('/shares', { json: { idempotencyKey } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const ids = answers.map(({ body }) => (body as { share: { id: string } }).share.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('takes one use of a reverse share, also the last', async () => {
    const { token, id } = await createReverseShare(admin, { maxUses: 1 });
    const first = await create({ reverseShare: { token } });
    expect((await create({ reverseShare: { token } })).share.id).toBe(first.share.id);
    expect(await admin.reverseShares.get({ params: { id } })).toMatchObject({ remainingUses: 0 });
  });

  it('is refused when the draft is over', async () => {
    const { share, uploadToken } = await create({});
    await admin.shares.remove({ params: { id: share.id } }, { token: uploadToken });
    await expect(create({})).rejects.toMatchObject({ code: 'share_completed' });
  });

  it('gives nobody the draft of somebody else', async () => {
    await createUser(admin, `other${count}`);
    const other = await signIn(app, { username: `other${count}`, password });
    const mine = await create({});
    expect((await create({}, other)).share.id).not.toBe(mine.share.id);
  });

  it.each(['short', 'x'.repeat(65), `${'x'.repeat(30)} `])('refuses the key %j', async (key) => {
    await expect(create({ idempotencyKey: key })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

it('a creation without a key makes a draft each time', async () => {
  const [first, second] = [await admin.shares.create({ body: {} }), await admin.shares.create({ body: {} })];
  expect(first.share.id).not.toBe(second.share.id);
});
