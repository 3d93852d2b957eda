import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../../testing/clients.ts';
import { createDraft, upload } from '../../testing/drafts.ts';
import { signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

it('tells the owner of a draft what has arrived of its unfinished files', async () => {
  const { headers } = await signInAs(app, app.admin);
  const client = await signIn(app);
  const draft = await createDraft(app, {}, headers);
  const arriving = async () => (await client.shares.list({ query: {} })).shares[0]?.arriving;
  expect(await arriving()).toBeNull();
  await upload(app, draft, { path: 'days/two.txt', text: '0123456789', sent: 3 });
  await upload(app, draft, { path: 'days/one.txt', text: '0123456789', sent: 4 });
  await upload(app, draft, { path: 'days/done.txt', text: '0123456789' });
  expect(await arriving()).toEqual({ firstPath: 'days/one.txt', receivedBytes: 7 });
  await client.close();
});
