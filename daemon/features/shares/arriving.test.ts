import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { signIn } from '../../testing/clients.ts';
import { createDraft, type Draft, upload } from '../../testing/drafts.ts';
import { signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

let client: NodeClient;
beforeEach(async () => {
  client = await signIn(app);
});
afterEach(() => client.close());

/** Creates a draft of the administrator. */
async function begin(): Promise<Draft> {
  const { headers } = await signInAs(app, app.admin);
  return createDraft(app, {}, headers);
}

async function arriving() {
  const { shares } = await client.shares.list({ query: {} });
  return shares[0]?.arriving;
}

it('tells the owner of a draft what has arrived of its unfinished files', async () => {
  const draft = await begin();
  expect(await arriving()).toBeNull();
  await upload(app, draft, { path: 'days/two.txt', text: '0123456789', sent: 3 });
  await upload(app, draft, { path: 'days/one.txt', text: '0123456789', sent: 4 });
  await upload(app, draft, { path: 'days/done.txt', text: '0123456789' });
  expect(await arriving()).toEqual({ firstPath: 'days/one.txt', receivedBytes: 7 });
});

/** Begins a part, of which three bytes arrive. */
async function sendPart({ token }: Draft, about: Record<string, string>): Promise<void> {
  const answer = await sendTus(`${app.url}/api/uploads`, {
    method: 'POST',
    token,
    headers: {
      ...offsetStream,
      'upload-concat': 'partial',
      'upload-length': '10',
      'upload-metadata': metadata(about),
    },
    body: new Uint8Array(3),
  });
  expect(answer.status).toBe(201);
}

it('tells the name of a file whose parts arrive, and what has arrived of all of them', async () => {
  const draft = await begin();
  await sendPart(draft, { relativePath: 'films/one.mp4', part: '10' });
  expect(await arriving()).toEqual({ firstPath: 'films/one.mp4', receivedBytes: 3 });
  await sendPart(draft, { relativePath: 'films/one.mp4', part: '0' });
  await sendPart(draft, { relativePath: 'films/two.mp4', part: '0' });
  expect(await arriving()).toEqual({ firstPath: 'films/one.mp4', receivedBytes: 9 });
  await upload(app, draft, { path: 'days/one.txt', text: '0123456789', sent: 4 });
  expect(await arriving()).toEqual({ firstPath: 'days/one.txt', receivedBytes: 13 });
});

it.each([
  ['no file', { filename: 'part' }],
  ['no place', { relativePath: 'films/one.mp4' }],
  ['what cannot be a path', { relativePath: '../one.mp4', part: '0' }],
])('tells no name of a part that names %s', async (_case, about) => {
  const draft = await begin();
  await sendPart(draft, about);
  expect(await arriving()).toEqual({ firstPath: null, receivedBytes: 3 });
});
