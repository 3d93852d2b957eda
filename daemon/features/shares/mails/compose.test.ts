import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import type { NodeClient } from '#sdk/index.js';
import { signIn } from '../../../testing/clients.ts';
import { publish, upload } from '../../../testing/drafts.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../../testing/engines/mail-server.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { createReverseShare, sendBy } from '../../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const clock = createFakeClock();
const to = 'ann@example.org';
let server: MailServer;
let app: TestApp;
let admin: NodeClient;

beforeAll(async () => {
  server = await startMailServer();
  app = await startApp({
    clock,
    env: {
      ...server.env,
      FILESHARE_CONFIG_EMAIL_ENABLE_SHARE_EMAIL_RECIPIENTS: 'true',
      FILESHARE_CONFIG_GENERAL_APP_URL: 'https://files.example.org',
    },
  });
  admin = await signIn(app);
});
afterAll(async () => {
  await app.stop();
  await server.close();
});
beforeEach(async () => {
  const keys = ['general.defaultLocale', 'email.shareRecipientsSubject', 'email.shareRecipientsMessage'];
  await admin.configs.update({ body: keys.map((key) => ({ key, value: '' })) });
  server.mails.splice(0);
});

const set = (key: string, value: string) => admin.configs.update({ body: [{ key, value }] });

async function onlyMail(): Promise<ReceivedMail> {
  await app.app.jobs.run('mail.send');
  const [mail, ...more] = server.mails;
  if (!mail || more.length > 0) throw new Error('there should be one mail');
  return mail;
}

/** The mail about a share, and its link. */
async function mailAbout(body: CreateShare): Promise<{ mail: ReceivedMail; url: string }> {
  const { share, uploadToken } = await admin.shares.create({ body: { recipients: [to], ...body } });
  const draft = { id: share.id, token: uploadToken };
  await upload(app, draft, { path: 'a.txt', text: 'abc' });
  await publish(app, draft);
  return { mail: await onlyMail(), url: share.url };
}

const linksIn = (html = '') => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

/** Texts that a mail program might make clickable: address characters between letters. */
const addressesIn = (text = '') => text.match(/\S*(?:\w:\/|www\.|\w\.\w|\w@)\S*/gi) ?? [];

/** The text as it is read, without invisible characters. */
const read = (text = '') => text.trim().replaceAll('\u2060', '').replaceAll('\r\n', '\n');

const end = '2027-03-04T05:06Z';

describe('the mail to recipients', () => {
  it('is English by default', async () => {
    const { mail, url } = await mailAbout({
      name: 'Plans',
      description: 'For <you>.\nBye',
      expiration: end,
      password: 'secret',
    });
    expect(mail.subject).toBe('admin shared files with you');
    expect(read(mail.text)).toBe(
      [
        'Hello,',
        `admin shared files with you using Fileshare. Open them here:`,
        url,
        'Plans\n1 file, 3 bytes',
        'admin wrote:',
        'For <you>.\nBye',
        'You need a password to open them. Ask the sender for it.',
        'The link works until March 4, 2027 at 5:06 AM UTC.',
      ].join('\n\n'),
    );
    expect(mail.html).toContain('<html lang="en"');
    expect(mail.html).toContain('For &lt;you&gt;.<br>\nBye');
    expect(mail.html).toContain('The link works until March 4, 2027 at 5:06 AM UTC.');
    expect(linksIn(mail.html)).toEqual([url]);
    expect(mail.to).toEqual([{ name: '', address: to }]);
  });

  it('names the account, whatever the sender shows to visitors', async () => {
    await admin.users.updateMe({ body: { displayName: 'Anna Ribeiro' } });
    const { mail } = await mailAbout({ expiration: 'never' });
    await admin.users.updateMe({ body: { displayName: null } });
    expect(mail.subject).toBe('admin shared files with you');
    expect(`${mail.text}${mail.html}`).not.toContain('Ribeiro');
  });

  it('is German where the instance is', async () => {
    await set('general.defaultLocale', 'de');
    const { mail, url } = await mailAbout({
      name: 'Plans',
      description: 'Für dich',
      expiration: end,
      password: 'secret',
    });
    expect(mail.subject).toBe('admin hat Dateien mit Ihnen geteilt');
    expect(read(mail.text)).toBe(
      [
        'Guten Tag,',
        `admin hat über Fileshare Dateien mit Ihnen geteilt. Hier öffnen Sie sie:`,
        url,
        'Plans\n1 Datei, 3 Byte',
        'admin schreibt dazu:',
        'Für dich',
        'Zum Öffnen brauchen Sie ein Passwort. Fragen Sie den Absender danach.',
        'Der Link gilt bis 4. März 2027 um 05:06 UTC.',
      ].join('\n\n'),
    );
    expect(mail.html).toContain('<html lang="de"');
    expect(mail.html).toContain('Der Link gilt bis 4. März 2027 um 05:06 UTC.');
    expect(linksIn(mail.html)).toEqual([url]);
  });

  it('leaves out what there is nothing to say about', async () => {
    const { mail, url } = await mailAbout({ expiration: 'never' });
    expect(read(mail.text).endsWith(`${url}\n\n1 file, 3 bytes`)).toBe(true);
  });

  it('has the words of the administrator, closes gaps, and has the link in any case', async () => {
    await set('email.shareRecipientsSubject', 'From {creator}, until {expires}');
    await set('email.shareRecipientsMessage', 'Hi!\n\n{desc}\n\nUntil {expires}. {creator}');
    const { mail, url } = await mailAbout({ expiration: 'never' });
    expect(mail.subject).toBe('From admin, until never');
    expect(read(mail.text)).toBe(`Hi!\n\nUntil never. admin\n\n${url}`);
  });

  it('reads what somebody has written as text: no placeholder, no header, no link', async () => {
    const description =
      '{shareUrl} {creator} $& https://evil.example/x?y www.evil.example evil.example a@evil.example\r\nBcc: eve@evil.example \u202e';
    await set('email.shareRecipientsSubject', '{creator}');
    const { mail, url } = await mailAbout({ description });
    expect(read(mail.text)).toContain('{shareUrl} {creator} $& https://evil.example/x?y www.evil.example');
    expect(addressesIn(mail.text)).toEqual([url]);
    expect(mail.text).not.toContain('\u202e');
    expect(linksIn(mail.html)).toEqual([url]);
    expect(mail.bcc).toBeUndefined();
    expect(mail.envelope.to).toEqual([to]);
  });
});

describe('the mail about received files', () => {
  const receive = async () => {
    const { token } = await createReverseShare(admin, { sendsNotification: true });
    const { draft } = await sendBy(app, { token, name: 'https://evil.example' });
    await upload(app, draft, { path: 'a.txt', text: 'abc' });
    await publish(app, draft);
    return { mail: await onlyMail(), url: `https://files.example.org/s/${draft.id}` };
  };

  it.each([
    ['en', 'You received files', 'Someone sent you files through one of your reverse shares.'],
    ['de', 'Sie haben Dateien erhalten', 'jemand hat Ihnen über eine Ihrer Dateianfragen Dateien'],
  ])('is in the language of the instance: %s', async (locale, subject, part) => {
    await set('general.defaultLocale', locale);
    const { mail, url } = await receive();
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(part);
    expect(mail.html).toContain(part);
    expect(linksIn(mail.html)).toEqual([url]);
    expect(addressesIn(mail.text)).toEqual([url]);
  });
});
