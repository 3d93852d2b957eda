import { afterEach, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../testing/browser.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: Parameters<typeof startApp>[0] = {}) {
  const server = await startMailServer();
  closing.push(server.close);
  const app = await startApp({ ...options, env: { ...server.env, ...options.env } });
  closing.push(app.stop);
  return { app, server, call: createCaller(app.url) };
}

const errorOf = ({ body }: Answer) => (body as { error?: string } | undefined)?.error;
const tokenIn = (text = '') => /#token=(fsm_[\w-]{43})/.exec(text)?.[1] ?? 'no token';

const requestReset = ({ url }: TestApp, email: string, headers?: Record<string, string>) =>
  createCaller(url)(`/auth/resetPassword/${encodeURIComponent(email)}`, {
    method: 'POST',
    ...(headers && { headers }),
  });

async function mailsOf(app: TestApp, server: MailServer) {
  await app.app.jobs.run('mail.send');
  return server.mails;
}

it('mails a link that sets a new password once', async () => {
  const clock = createFakeClock();
  const { app, server, call } = await start({ clock });
  const { email } = app.admin;
  const before = await call('/auth/signIn', {
    json: { ...app.admin, username: undefined, transport: 'token' },
  });
  expect(before.status).toBe(200);
  const { accessToken } = before.body as { accessToken: string };

  const asked = await requestReset(app, email.toUpperCase());
  expect([asked.status, asked.body]).toEqual([202, undefined]);
  const [mail] = await mailsOf(app, server);
  expect(mail?.envelope).toEqual({ from: 'fileshare@example.org', to: [email] });
  expect(mail?.subject).toBe('Choose a new password for Fileshare');
  const token = tokenIn(mail?.text);
  const link = `${app.url.replace('127.0.0.1', 'localhost')}/auth/resetPassword#token=${token}`;
  expect(mail?.text).toContain(link);
  expect(mail?.html).toContain(`<a href="${link}"`);

  const password = 'another good horse';
  const set = await call('/auth/resetPassword', { json: { token, password } });
  expect([set.status, set.body]).toEqual([204, undefined]);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await call('/users/me', { headers })).body).toBeNull();
  expect((await call('/auth/signIn', { json: { email, password: app.admin.password } })).status).toBe(401);
  expect((await call('/auth/signIn', { json: { email, password } })).status).toBe(200);
  expect(errorOf(await call('/auth/resetPassword', { json: { token, password } }))).toBe('link_invalid');
  expect((await mailsOf(app, server)).map(({ subject }) => subject)).toEqual([
    'Choose a new password for Fileshare',
    'Your password was changed',
  ]);
});
