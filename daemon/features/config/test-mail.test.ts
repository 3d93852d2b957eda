import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import type { SmtpSettings } from '../../mail/mailer.ts';
import { outcomeOf, signIn } from '../../testing/clients.ts';
import { type MailServer, startMailServer } from '../../testing/engines/mail-server.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { createTestMail } from './test-mail.ts';

let app: TestApp;
let client: NodeClient;
let server: MailServer;
let log: string;

beforeEach(async () => {
  log = '';
  server = await startMailServer({ login: { user: 'files', pass: 'right password' } });
  app = await startApp({
    env: { FILESHARE_LOG_LEVEL: 'debug', FILESHARE_LOG_FORMAT: 'json' },
    logDestination: { write: (line) => void (log += line) },
  });
  client = await signIn(app);
});
afterEach(async () => {
  await client.close();
  await app.stop();
  await server.close();
});

const set = (values: Record<string, string>) =>
  client.configs.update({ body: Object.entries(values).map(([key, value]) => ({ key, value })) });

const settings = (change: Record<string, string> = {}) =>
  set({
    'smtp.host': '127.0.0.1',
    'smtp.port': String(server.port),
    'smtp.email': 'fileshare@example.org',
    'smtp.username': 'files',
    'smtp.password': 'right password',
    'smtp.allowUnauthorizedCertificates': 'true',
    ...change,
  });

const test = () => client.configs.testEmail({ body: { email: 'ann@example.org' } });

it('sends with the stored settings at once, also while sending is off, and tells the answer', async () => {
  await settings({ 'general.defaultLocale': 'de', 'general.appName': 'Our <files>' });
  expect(await test()).toEqual({ answer: '250 OK: message queued' });
  expect(server.mails).toMatchObject([
    { subject: 'Test-E-Mail von Our <files>', envelope: { to: ['ann@example.org'] }, isSecure: true },
  ]);
  // Nothing waits in the outbox.
  expect((await client.mails.list()).mails).toEqual([]);
});

it('tells the words of a server that refuses, and the password nowhere', async () => {
  await settings({ 'smtp.password': 'wrong password' });
  await expect(test()).rejects.toMatchObject({
    code: 'mail_refused',
    params: { answer: 'The mail server answered: 535 wrong user name or password' },
  });
  const { entries } = await client.audit.list({ query: { action: 'config.mail_test' } });
  expect(entries).toMatchObject([
    { result: 'refused', actor: { name: 'admin' }, details: { server: `127.0.0.1:${server.port}` } },
  ]);
  expect(log + JSON.stringify(entries)).not.toContain('wrong password');
  // The client does not retry by itself.
  expect(server.logins).toBe(1);
});

it('tells in plain words what is wrong with the way to the server', async () => {
  await settings({ 'smtp.host': 'nowhere.invalid' });
  await expect(test()).rejects.toMatchObject({
    params: {
      answer: 'No server named nowhere.invalid was found. Check the spelling.',
    },
  });
});

it('needs a server and a sender', async () => {
  expect(await outcomeOf(test())).toBe('smtp_incomplete');
  await set({ 'smtp.host': '127.0.0.1' });
  expect(await outcomeOf(test())).toBe('smtp_incomplete');
});

it('sends only five in ten minutes', async () => {
  await settings();
  for (let count = 0; count < 5; count += 1) await test();
  await expect(
    app.app.core.throttle.attempt('testMail', {
      ip: '127.0.0.1',
      subject: (await client.users.me())?.id ?? '',
    }),
  ).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(server.mails).toHaveLength(5);
});

it('names the server that was asked, also when another one is set meanwhile', async () => {
  await settings();
  const { throttle, audit, config } = app.app.core;
  const asked: SmtpSettings[] = [];
  const sendTestMail = createTestMail({
    config,
    audit,
    throttle: {
      attempt: async (...args) => {
        await settings({ 'smtp.host': 'elsewhere.example.org', 'smtp.port': '2526' });
        return throttle.attempt(...args);
      },
    },
    tryMail: async (_message, smtp) => {
      asked.push(smtp);
      return { problem: 'noConnection', answer: '' };
    },
  });
  const actor = { user: null, apiKey: null, ip: '127.0.0.1', requestId: 'r', languages: ['en'] };
  const sent = sendTestMail('ann@example.org', actor);
  await expect(sent).rejects.toMatchObject({
    params: {
      answer: `127.0.0.1 refused the connection on port ${server.port}. Check the port, and whether a firewall blocks it.`,
    },
  });
  expect(asked).toMatchObject([{ host: '127.0.0.1', port: server.port }]);
  const { entries } = await client.audit.list({ query: { action: 'config.mail_test' } });
  expect(entries).toMatchObject([{ details: { server: `127.0.0.1:${server.port}` } }]);
});
