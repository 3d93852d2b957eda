import { afterEach, beforeEach, expect, it } from 'vitest';
import { CurrentUser } from '#sdk/contract/users.js';
import { createBrowser, createCaller } from '../../testing/browser.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.stop());

it('answers the user with the end of the access token, and no secret', async () => {
  const browse = createBrowser(app.url);
  const { email, password } = app.admin;
  const signedIn = await browse('/auth/signIn', { json: { email, password } });
  const { accessTokenExpiresAt } = signedIn.body as { accessTokenExpiresAt: string };
  const { status, body } = await browse('/users/me');
  expect(status).toBe(200);
  expect(body).toMatchObject({ username: 'admin', email, isAdmin: true, accessTokenExpiresAt });
  expect(Object.keys(body as object).sort()).toEqual(Object.keys(CurrentUser.shape).sort());
});

it.each([
  ['nobody', {}],
  ['a made-up cookie', { cookie: 'access_token=a.b.c' }],
  ['a made-up token', { authorization: 'Bearer nonsense' }],
  ['a token of another kind', { authorization: 'Bearer fsu_x' }],
])('answers null to %s, never an error', async (_, headers) => {
  const { status, body } = await createCaller(app.url)('/users/me', { headers });
  expect([status, body]).toEqual([200, null]);
});
