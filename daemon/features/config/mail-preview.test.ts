import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailTemplates } from '#sdk/contract/config/api.js';
import { configRow } from '#sdk/contract/config.js';
import type { NodeClient } from '#sdk/index.js';
import { signIn } from '../../testing/clients.ts';
import { type MailServer, startMailServer } from '../../testing/engines/mail-server.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let client: NodeClient;
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
  app = await startApp({ env: { ...server.env, FILESHARE_CONFIG_GENERAL_APP_NAME: 'Our <files>' } });
  client = await signIn(app);
});
afterAll(async () => {
  await client.close();
  await app.stop();
  await server.close();
});

const preview = (template: (typeof mailTemplates)[number], subject = '', message = '') =>
  client.configs.previewMail({ body: { template, subject, message } });

it.each(mailTemplates)(
  'shows the built-in mail %s with values in place of all placeholders',
  async (template) => {
    const { subject, text, html } = await preview(template);
    for (const part of [subject, text, html]) {
      expect(part).not.toBe('');
      expect(part).not.toMatch(/\{\w+\}/);
    }
    expect(html).toContain('Our &lt;files&gt;');
  },
);

it.each(mailTemplates)('shows an own mail %s with all its placeholders', async (template) => {
  const row = configRow(`email.${template}Message`);
  const names = 'placeholders' in row ? row.placeholders : [];
  const message = names.map((name) => `${name}: <{${name}}>`).join('\n');
  const { text, html } = await preview(template, 'Own', message);
  expect(text).not.toMatch(/\{\w+\}/);
  for (const name of names) expect(text).toContain(`${name}: <`);
  expect(html).toContain(': &lt;');
});

it('fills in each placeholder once: signs that look like more stay as they are', async () => {
  const { subject, text } = await preview('shareRecipients', '$& $1 {creator}', '{{creator}} $& {shareUrl}');
  expect(subject).toBe('$& $1 Jane Doe');
  expect(text).toMatch(/^\{Jane Doe\} \$& http/);
});

it.each([
  ['subject', '{shareUrl}', '', 'email.shareRecipientsSubject'],
  ['message', '', 'Dear {name}', 'email.shareRecipientsMessage'],
])('refuses an unknown placeholder at the field of the %s', async (_name, subject, message, field) => {
  await expect(preview('shareRecipients', subject, message)).rejects.toMatchObject({
    code: 'config_invalid',
    issues: [{ field, code: 'placeholder' }],
  });
});

it('is the very mail that is sent', async () => {
  const message = 'Come in: {url}\n\nYours & <all>';
  const shown = await preview('invite', 'Welcome', message);
  await client.configs.update({
    body: [
      { key: 'email.inviteSubject', value: 'Welcome' },
      { key: 'email.inviteMessage', value: message },
    ],
  });
  const { id } = await client.users.create({ body: { username: 'maria', email: 'maria@example.org' } });
  expect(id).toBeDefined();
  await expect.poll(() => server.mails.length).toBe(1);
  const [mail] = server.mails;
  const link = /http\S+/;
  const withoutLinks = (text = '') =>
    text
      .replaceAll('\r\n', '\n')
      .replaceAll(/http[^\s"<]+/g, 'LINK')
      .trim();
  expect(shown.text).toMatch(link);
  expect(mail?.subject).toBe(shown.subject);
  expect(withoutLinks(mail?.text)).toBe(withoutLinks(shown.text));
  expect(withoutLinks(mail?.html)).toBe(withoutLinks(shown.html));
});
