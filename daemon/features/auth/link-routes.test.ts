import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { anActor } from '../../testing/actor.ts';
import { createBrowser, createCaller } from '../../testing/browser.ts';
import { createDraft, upload } from '../../testing/drafts.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../testing/engines/mail-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember, bearer, errorOf, signInAs } from '../../testing/members.ts';
import { createWorld } from '../../testing/policy/world.ts';
import { addLinkedMember, linkAccount } from '../../testing/providers/social-accounts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { dumpDatabase } from '../../testing/test-database.ts';
import { createAccountLinks } from './account-links.ts';
import { createLinkService } from './link-service.ts';

const minute = 60_000;
const hour = 60 * minute;
const newPassword = 'another good horse';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: Parameters<typeof startApp>[0] = {}) {
  const server = await startMailServer();
  closing.push(server.close);
  const app = await startApp({ ...options, env: { ...server.env, ...options.env } });
  closing.push(() => app.stop());
  return { app, server, call: createCaller(app.url) };
}

const tokenIn = (mail: ReceivedMail | undefined) =>
  /#token=(fsm_[\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'no token';

const requestReset = ({ url }: TestApp, email: string, headers: Record<string, string> = {}) =>
  createCaller(url)(`/auth/resetPassword/${encodeURIComponent(email)}`, { method: 'POST', headers });

const nobody = anActor({ ip: '192.0.2.1' });

const setPassword = ({ url }: TestApp, token: string, password = newPassword) =>
  createCaller(url)('/auth/resetPassword', { json: { token, password } });

/** Returns all mails that have arrived, the last first. */
async function receive({ app }: TestApp, { mails }: MailServer): Promise<ReceivedMail[]> {
  await app.jobs.run('links.mailResets');
  await app.jobs.run('mail.send');
  return mails.toReversed();
}

async function tokenOfReset(app: TestApp, server: MailServer, email = app.admin.email): Promise<string> {
  await requestReset(app, email);
  return tokenIn((await receive(app, server))[0]);
}

it('mails a link that sets a new password, and ends what was signed in', async () => {
  const { app, server, call } = await start();
  const { email, password } = app.admin;
  const { headers } = await signInAs(app, app.admin);
  const key = await call('/users/me/apiKeys', {
    json: { name: 'of the intruder', scopes: ['admin'], password },
    headers,
  });
  const keyed = bearer((key.body as { secret: string }).secret);
  expect((await call('/shares', { headers: keyed })).status).toBe(403);

  const asked = await requestReset(app, email.toUpperCase());
  expect([asked.status, asked.body]).toEqual([202, undefined]);
  const [mail] = await receive(app, server);
  expect(mail?.envelope).toEqual({ from: 'fileshare@example.org', to: [email] });
  expect(mail?.subject).toBe('Reset your Fileshare password');
  const token = tokenIn(mail);
  const link = `${app.url.replace('127.0.0.1', 'localhost')}/auth/resetPassword#token=${token}`;
  expect(mail?.text).toContain(`\n${link}\n`);
  expect(mail?.html).toContain(`<a href="${link}"`);

  const set = await setPassword(app, token);
  expect([set.status, set.body]).toEqual([204, undefined]);
  expect((await call('/users/me', { headers })).body).toBeNull();
  expect((await call('/users/me', { headers: keyed })).body).toBeNull();
  expect((await call('/auth/signIn', { json: { email, password } })).status).toBe(401);
  expect((await call('/auth/signIn', { json: { email, password: newPassword } })).status).toBe(200);
  expect((await receive(app, server))[0]?.subject).toBe('Your password was changed');
  const admin = await signInAs(app, { username: 'admin', password: newPassword });
  const { body } = await call('/audit', { headers: admin.headers });
  const actions = (body as { entries: { action: string }[] }).entries.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['account.password_reset_request', 'account.password_reset']),
  );
});

it('ends the upload tokens of the account, and of no other', async () => {
  const { app, server } = await start();
  const { headers } = await signInAs(app, app.admin);
  const draft = await createDraft(app, {}, headers);
  const other = await createDraft(app, {}, (await signInAs(app, await addMember(app, 'other'))).headers);
  expect((await setPassword(app, await tokenOfReset(app, server))).status).toBe(204);
  const statuses = await Promise.all(
    [draft, other].map(async (each) => (await upload(app, each, { path: 'a', text: 'a' })).status),
  );
  expect(statuses).toEqual([401, 201]);
});

it('deletes the workload identities of the account, and of no other', async () => {
  const { app, server } = await start();
  const world = createWorld(app);
  const ann = await world.member();
  await world.workloadIdentity(ann);
  const kept = await world.workloadIdentity(await world.member());
  expect((await setPassword(app, await tokenOfReset(app, server, ann.email))).status).toBe(204);
  const left = await app.app.core.uow.read.workloadIdentities.listAll();
  expect(left.map(({ id }) => id)).toEqual([kept]);
});

it('writes in the language of who asks, else in that of the instance', async () => {
  const { app, server } = await start({ env: { FILESHARE_CONFIG_GENERAL_DEFAULT_LOCALE: 'de' } });
  await requestReset(app, app.admin.email, { 'accept-language': 'en-GB' });
  expect((await receive(app, server))[0]?.subject).toBe('Reset your Fileshare password');
  await requestReset(app, app.admin.email, { 'accept-language': 'tlh' });
  const [mail] = await receive(app, server);
  expect(mail?.subject).toBe('Neues Passwort für Fileshare wählen');
  expect(mail?.html).toContain('<html lang="de"');
  expect(mail?.text).toContain('Hallo admin,');
});

it('uses the texts of the administrator as they are, and adds a link that they lack', async () => {
  const { app, server } = await start();
  const browse = createBrowser(app.url);
  await browse('/auth/signIn', { json: { email: app.admin.email, password: app.admin.password } });
  const json = [
    { key: 'email.resetPasswordSubject', value: 'Well' },
    { key: 'email.resetPasswordMessage', value: '<b>Here</b> we are.' },
  ];
  expect((await browse('/configs/admin', { method: 'PATCH', json })).status).toBe(200);
  const token = await tokenOfReset(app, server);
  expect(server.mails[0]?.subject).toBe('Well');
  expect(server.mails[0]?.text).toMatch(/^<b>Here<\/b> we are\.\n\nhttp:\S+$/m);
  expect(server.mails[0]?.html).toContain('&lt;b&gt;Here&lt;/b&gt; we are.');
  expect((await setPassword(app, token)).status).toBe(204);
});

it('answers alike where there is no account to reset, and mails nothing', async () => {
  const { app, server } = await start();
  const { id } = await addMember(app, 'gone', { disabledAt: 1 });
  await addMember(app, 'guest', { passwordHash: null });
  expect(id).toBeTruthy();
  for (const name of ['nobody', 'gone', 'guest']) {
    const { status, body } = await requestReset(app, `${name}@example.org`);
    expect([status, body]).toEqual([202, undefined]);
  }
  expect(await receive(app, server)).toEqual([]);
});

it('answers before it looks for the account, so that the time tells nothing', async () => {
  const { app } = await start();
  const { core } = app.app;
  const mailed: string[] = [];
  const service = createLinkService({
    ...core,
    links: createAccountLinks(core),
    mails: {
      isEnabled: () => true,
      sendPasswordReset: async (_tx, { email }) => void mailed.push(email),
      sendInvitation: async () => undefined,
      sendEmailConfirmation: async () => undefined,
      sendNotice: async () => undefined,
    },
    jobs: { wake: () => undefined },
    emailKey: (email) => email,
    hashNewPassword: async (password) => password,
    setEmail: async () => undefined,
  });
  const requests = () => core.database.reader('audit').where({ action: 'account.password_reset_request' });
  for (const email of [app.admin.email, 'nobody@example.org'])
    await service.requestPasswordReset(email, nobody);
  expect([mailed, await requests()]).toEqual([[], []]);
  await service.stop();
  expect(mailed).toEqual([app.admin.email]);
  expect(await requests()).toHaveLength(2);
});

it('answers alike where the instance sends no mail, and notes why', async () => {
  const app = await startApp();
  closing.push(() => app.stop());
  for (const email of [app.admin.email, 'nobody@example.org']) {
    const { status, body } = await requestReset(app, email);
    expect([status, body]).toEqual([202, undefined]);
  }
  await app.app.jobs.run('links.mailResets');
  const entries = await app.app.core.database
    .reader('audit')
    .where({ action: 'account.password_reset_request' })
    .orderBy('id');
  expect(entries).toMatchObject([
    { result: 'refused', subject_name: 'admin', details: '{"reason":"mailDisabled"}' },
    { result: 'refused', subject_name: null, details: '{"reason":"mailDisabled"}' },
  ]);
  expect(await app.app.core.database.reader('outbox')).toEqual([]);
});

it('mails no address more than three times an hour, and tells nobody', async () => {
  const { app, server } = await start();
  for (let count = 0; count < 5; count += 1) {
    expect((await requestReset(app, app.admin.email)).status).toBe(202);
  }
  expect(await receive(app, server)).toHaveLength(3);
  expect(errorOf(await requestReset(app, 'other@example.org'))).toBe('too_many_requests');
});

it('takes a link once, whoever comes at the same moment', async () => {
  const { app, server } = await start();
  const token = await tokenOfReset(app, server);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => setPassword(app, token, `${newPassword} ${index}`)),
  );
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.map(errorOf).filter((code) => code === 'link_invalid')).toHaveLength(19);
  expect(errorOf(await setPassword(app, token))).toBe('too_many_requests');
});

it('takes no link after its hour, and none that a newer one replaces', async () => {
  const clock = createFakeClock();
  const { app, server } = await start({ clock });
  const first = await tokenOfReset(app, server);
  const second = await tokenOfReset(app, server);
  expect(second).not.toBe(first);
  expect(errorOf(await setPassword(app, first))).toBe('link_invalid');
  clock.advance(hour);
  expect(errorOf(await setPassword(app, second))).toBe('link_invalid');
  const third = await tokenOfReset(app, server);
  clock.advance(hour - 1);
  expect((await setPassword(app, third)).status).toBe(204);
});

it('takes no other spelling of a token, and a common password costs it not', async () => {
  const { app, server } = await start();
  const token = await tokenOfReset(app, server);
  const spellings = [`${token}=`, ` ${token}`, token.toUpperCase(), token.slice(4), `${token}%00`];
  for (const spelling of spellings) expect(errorOf(await setPassword(app, spelling))).toBe('link_invalid');
  expect(errorOf(await setPassword(app, token, 'password1'))).toBe('password_too_common');
  expect(errorOf(await createCaller(app.url)('/auth/confirmEmail', { json: { token } }))).toBe(
    'link_invalid',
  );
  expect((await setPassword(app, token)).status).toBe(204);
});

it('takes no link of an account that was disabled meanwhile, or has another address', async () => {
  const { app, server } = await start();
  const { uow } = app.app.core;
  for (const change of [{ disabledAt: 1 }, { email: 'new@example.org', emailKey: 'new@example.org' }]) {
    const name = `ann${Object.keys(change).length}`;
    const { id, email } = await addMember(app, name);
    const token = await tokenOfReset(app, server, email);
    await uow.transaction(({ users }) => users.update(id, change));
    expect(errorOf(await setPassword(app, token))).toBe('link_invalid');
  }
});

it('still asks for the code after a reset', async () => {
  const { app, server, call } = await start();
  const { email, id } = await addMember(app, 'careful');
  const secret = app.app.core.seal.seal('JBSWY3DPEHPK3PXP', `totp ${id}`);
  await app.app.core.uow.transaction(({ users }) => users.update(id, { totpSecret: secret }));
  expect((await setPassword(app, await tokenOfReset(app, server, email))).status).toBe(204);
  const { body } = await call('/auth/signIn', { json: { email, password: newPassword } });
  expect(Object.keys(body as object).sort()).toEqual(['expiresAt', 'loginToken']);
});

it('sets a first password for who signs in by a provider, and unlinks whoever may have been there', async () => {
  const { app, server, call } = await start();
  const { id, email } = await addLinkedMember(app, 'linked');
  const token = await tokenOfReset(app, server, email);
  expect((await setPassword(app, token)).status).toBe(204);
  expect((await call('/auth/signIn', { json: { email, password: newPassword } })).status).toBe(200);
  expect(await app.app.core.uow.read.socialAccounts.listOfUser(id)).toEqual([]);
  const [notice] = await receive(app, server);
  expect([notice?.subject, notice?.envelope.to]).toEqual(['Your password was changed', [email]]);
});

it('mails no reset to who is invited and has a link of the invitation, nor where the linked account is disabled', async () => {
  const { app, server } = await start();
  await addMember(app, 'guest', { passwordHash: null });
  const disabled = await addMember(app, 'disabled', { passwordHash: null, disabledAt: 1 });
  await linkAccount(app, disabled);
  for (const name of ['guest', 'disabled']) await requestReset(app, `${name}@example.org`);
  expect(await receive(app, server)).toEqual([]);
});

it('invites with a link that sets the first password', async () => {
  const clock = createFakeClock();
  const { app, server, call } = await start({ clock });
  const { headers } = await signInAs(app, app.admin);
  const json = { email: 'bob@example.org', username: 'bob' };
  expect((await call('/users', { json, headers })).status).toBe(201);
  const [mail] = await receive(app, server);
  expect(mail?.envelope.to).toEqual(['bob@example.org']);
  expect(mail?.text).toContain('&invitation=1');
  expect(mail?.html).toContain('&amp;invitation=1"');
  clock.advance(72 * hour - 1);
  expect((await setPassword(app, tokenIn(mail))).status).toBe(204);
  expect((await call('/auth/signIn', { json: { username: 'bob', password: newPassword } })).status).toBe(200);
  expect(await receive(app, server)).toHaveLength(1);
});

it('confirms a new address at the new one, and tells the old one', async () => {
  const { app, server, call } = await start();
  const { headers } = await signInAs(app, app.admin);
  const json = { email: 'new@example.org', password: app.admin.password };
  expect((await call('/users/me', { method: 'PATCH', json, headers })).status).toBe(200);
  const [mail] = await receive(app, server);
  expect(mail?.envelope.to).toEqual(['new@example.org']);
  expect(mail?.text).toMatch(/\/auth\/confirmEmail#token=fsm_/);
  const emailNow = async () => ((await call('/users/me', { headers })).body as { email: string }).email;
  expect(await emailNow()).toBe(app.admin.email);

  const token = tokenIn(mail);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call('/auth/confirmEmail', { json: { token } })),
  );
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.filter((answer) => errorOf(answer) === 'link_invalid')).toHaveLength(4);
  expect(await emailNow()).toBe('new@example.org');
  const [notice] = await receive(app, server);
  expect([notice?.envelope.to, notice?.subject]).toEqual([
    [app.admin.email],
    'Your email address was changed',
  ]);
});

it('confirms no address that somebody else has meanwhile', async () => {
  const { app, server, call } = await start();
  const { headers } = await signInAs(app, app.admin);
  const json = { email: 'wanted@example.org', password: app.admin.password };
  await call('/users/me', { method: 'PATCH', json, headers });
  const [mail] = await receive(app, server);
  await addMember(app, 'wanted');
  const answer = await call('/auth/confirmEmail', { json: { token: tokenIn(mail) } });
  expect([answer.status, errorOf(answer)]).toEqual([409, 'email_taken']);
});

it('answers at once while the mail server hangs, and stops in time', async () => {
  const hanging = createServer().listen(0, '127.0.0.1');
  closing.push(() => new Promise((resolve) => hanging.close(resolve)));
  await once(hanging, 'listening');
  const { port } = hanging.address() as AddressInfo;
  const { app } = await start({ env: { FILESHARE_CONFIG_SMTP_PORT: String(port) } });
  const connected = once(hanging, 'connection');
  expect((await requestReset(app, app.admin.email)).status).toBe(202);
  await connected;
});

it('sends after a restart what was waiting', async () => {
  const server = await startMailServer();
  const login = { ...server.env, FILESHARE_CONFIG_SMTP_PORT: '1' };
  const down = await startApp({ env: { ...login } });
  // The request is answered, so it is handled before the server stops.
  await requestReset(down, down.admin.email);
  await down.app.stop();
  closing.push(server.close);
  const clock = createFakeClock(Date.now() + 2 * minute);
  const app = await startApp({ env: { ...server.env }, dataDir: down.dataDir, clock });
  closing.push(() => app.stop());
  const [mail] = await receive(app, server);
  expect((await setPassword(app, tokenIn(mail))).status).toBe(204);
});

it('leaves no secret in the database, the log or the path of a request', async () => {
  const lines: string[] = [];
  const { app, server } = await start({
    env: { FILESHARE_LOG_LEVEL: 'debug' },
    logDestination: { write: (line: string) => void lines.push(line) },
  });
  const browse = createBrowser(app.url);
  await browse('/auth/signIn', { json: { email: app.admin.email, password: app.admin.password } });
  const json = [{ key: 'smtp.password', value: 'password of the mail server' }];
  const changed = await browse('/configs/admin', { method: 'PATCH', json });
  expect(changed.body).toMatchObject([{ key: 'smtp.password', value: null, isSet: true, isSecret: true }]);
  const sent = await tokenOfReset(app, server);
  await requestReset(app, app.admin.email);
  const everything = [await dumpDatabase(app.dataDir), ...lines].join('\n');
  expect(everything).toContain('account.password_reset_request');
  expect(lines.join('')).toContain('mail sent');
  for (const secret of ['password of the mail server', sent, '#token=']) {
    expect(everything).not.toContain(secret);
  }
  expect(lines.join('')).not.toContain(app.admin.email);
});
