import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { createCaller } from '../../testing/browser.ts';
import { createUser, password, signIn } from '../../testing/clients.ts';
import { createDraft, publish as publishDraft, upload } from '../../testing/drafts.ts';
import { createReverseShare, sendBy } from '../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let admin: NodeClient;
let anna: NodeClient;
let ben: NodeClient;
const call = (path: string, options = {}) => createCaller(app.url)(path, options);

beforeAll(async () => {
  app = await startApp({
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
    },
  });
  admin = await signIn(app);
  for (const username of ['anna', 'ben']) await createUser(admin, username);
  anna = await signIn(app, { username: 'anna', password });
  ben = await signIn(app, { username: 'ben', password });
  await anna.users.updateMe({ body: { displayName: 'Anna Ribeiro' } });
});
afterAll(() => app.stop());

async function publish(client: NodeClient, body: { password?: string; maxViews?: number } = {}) {
  const { share, uploadToken } = await client.shares.create({ body });
  return finish({ id: share.id, token: uploadToken });
}

async function finish(draft: { id: string; token: string }): Promise<string> {
  await upload(app, draft, { path: 'a.txt', text: 'abc' });
  expect(await publishDraft(app, draft)).toBe(200);
  return draft.id;
}

async function senderFor(id: string, json: unknown = {}): Promise<unknown> {
  const { body } = await call(`/shares/${id}/token`, { json });
  const headers = { 'x-share-token': (body as { token: string }).token };
  return (await call(`/shares/${id}`, { headers })).body;
}

it('names the owner to visitors if the owner has a display name, and nobody else', async () => {
  expect(await senderFor(await publish(anna))).toMatchObject({ sender: 'Anna Ribeiro' });
  expect(await senderFor(await publish(ben))).toMatchObject({ sender: null });
  expect(await senderFor(await finish(await createDraft(app)))).toMatchObject({ sender: null });
});

it('follows the display name, also to none', async () => {
  const carl = await createUser(admin, 'carl').then(() => signIn(app, { username: 'carl', password }));
  const id = await publish(carl);
  for (const displayName of ['Carl', 'Carl C.', null]) {
    await carl.users.updateMe({ body: { displayName } });
    expect(await senderFor(id)).toMatchObject({ sender: displayName });
  }
});

it('names nobody for a received share: it belongs to its recipient', async () => {
  const { token } = await createReverseShare(anna);
  const { draft } = await sendBy(app, { token });
  expect(await senderFor(await finish(draft))).toMatchObject({ sender: null });
});

it('does not say the name before the share is open, nor in a refusal', async () => {
  const locked = await publish(anna, { password: 'secret' });
  const limited = await publish(anna, { maxViews: 1 });
  const visit = (id: string) => call(`/shares/${id}/visit`, { method: 'POST' });
  const answers = [
    await visit(locked),
    await visit(limited),
    await call(`/shares/${locked}`),
    await call(`/shares/${locked}/token`, { json: {} }),
    await call(`/shares/${locked}/token`, { json: { password: 'wrong' } }),
    await call(`/shares/${locked}/token`, { json: { password: 'secret' } }),
    await call(`/shares/${limited}`),
    await call(`/shares/${limited}/token`, { json: {} }),
    await call(`/shares/${limited}/token`, { json: {} }),
    await call(`/shares/${limited}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 403, 200, 403, 200, 403, 403]);
  expect(JSON.stringify(answers.map(({ body, headers }) => [body, [...headers]]))).not.toContain('Ribeiro');
  const opened = await visit(await publish(anna));
  expect(opened.body).toMatchObject({ share: { sender: 'Anna Ribeiro' } });
  expect(await senderFor(locked, { password: 'secret' })).toMatchObject({ sender: 'Anna Ribeiro' });

  await anna.shares.remove({ params: { id: locked } });
  expect(JSON.stringify((await call(`/shares/${locked}`)).body)).not.toContain('Ribeiro');
});
