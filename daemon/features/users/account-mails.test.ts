import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { NodeClient } from '#sdk/index.js';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../testing/engines/mail-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const clock = createFakeClock();
let server: MailServer;
let app: TestApp;
let admin: NodeClient;
let count = 0;
let name: string;

beforeAll(async () => {
  server = await startMailServer();
  app = await startApp({ clock, env: { ...server.env } });
  admin = await signIn(app);
});
afterAll(async () => {
  await admin.close();
  await app.stop();
  await server.close();
});
beforeEach(() => {
  count += 1;
  name = `mailed${count}`;
});

/** Returns the mails that arrived at an address, oldest first. */
async function mailsTo(address: string): Promise<ReceivedMail[]> {
  await app.app.jobs.run('mail.send');
  return server.mails.filter(({ envelope }) => envelope.to.includes(address));
}

const tokenIn = (mail: ReceivedMail | undefined) => /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

const invite = (): Promise<ManagedUser> =>
  admin.users.create({ body: { username: name, email: `${name}@example.org` } });

const setPassword = (token: string, chosen = password) =>
  outcomeOf(admin.auth.resetPassword({ body: { token, password: chosen } }));

describe('an invitation', () => {
  it('leads to an account that signs in with the password its owner chose', async () => {
    const user = await invite();
    expect(user).toMatchObject({ hasPassword: false, isAdmin: false });
    const mails = await mailsTo(user.email);
    expect(mails).toHaveLength(1);
    expect(await setPassword(tokenIn(mails[0]))).toBe('ok');
    const client = await signIn(app, { username: name, password });
    expect(client.session.user).toMatchObject({ id: user.id, hasPassword: true });
    expect(await outcomeOf(admin.users.invite({ params: { id: user.id } }))).toBe('user_has_password');
    await client.close();
  });

  it('can be sent again, and only the newest counts', async () => {
    const { id, email } = await invite();
    await admin.users.invite({ params: { id } });
    const [first, second] = await mailsTo(email);
    expect(await setPassword(tokenIn(first))).toBe('link_invalid');
    expect(await setPassword(tokenIn(second))).toBe('ok');
  });

  it.each([
    ['a password was set', { password: 'quite another one' }],
    ['the address was wrong', { email: 'someone.else@example.org' }],
    ['the account is disabled', { isDisabled: true }],
  ])('opens nothing once %s', async (_, body) => {
    const { id, email } = await invite();
    const token = tokenIn((await mailsTo(email)).at(0));
    await admin.users.update({ params: { id }, body });
    expect(await setPassword(token)).toBe('link_invalid');
    await admin.users.remove({ params: { id } });
  });

  it('is not mailed when the account cannot be created', async () => {
    await createUser(admin, name);
    const body = { username: `${name}b`, email: `${name}@EXAMPLE.org` };
    expect(await outcomeOf(admin.users.create({ body }))).toBe('email_taken');
    expect(await mailsTo(`${name}@EXAMPLE.org`)).toEqual([]);
  });
});

describe('the own new address', () => {
  it('counts once it is confirmed, and the old one is told', async () => {
    const user = await createUser(admin, name);
    const client = await signIn(app, { username: name, password });
    const email = `new-${name}@example.org`;
    const asked = await client.users.updateMe({ body: { email, password } });
    expect(asked).toMatchObject({ email: user.email, pendingEmail: email });
    const [link] = await mailsTo(email);
    expect(await outcomeOf(admin.auth.confirmEmail({ body: { token: tokenIn(link) } }))).toBe('ok');
    expect(await client.users.me()).toMatchObject({ email, pendingEmail: null });
    expect(await mailsTo(user.email)).toHaveLength(1);
    await client.close();
  });

  it('is refused when somebody has it, in any case', async () => {
    await createUser(admin, name);
    const client = await signIn(app, { username: name, password });
    const body = { email: 'ADMIN@Example.org', password };
    expect(await outcomeOf(client.users.updateMe({ body }))).toBe('email_taken');
    expect((await client.users.me())?.pendingEmail).toBeNull();
    await client.close();
  });

  it('of an administrator is confirmed too', async () => {
    const email = `chief${count}@example.org`;
    const asked = await admin.users.updateMe({ body: { email, password: app.admin.password } });
    expect(asked).toMatchObject({ email: app.admin.email, pendingEmail: email });
  });
});

it('tells the owner, at the address of before, what an administrator changed', async () => {
  const { id, email } = await createUser(admin, name);
  await admin.users.update({
    params: { id },
    body: { email: `moved-${name}@example.org`, password: 'quite another one' },
  });
  await app.app.core.database.writer('users').where({ id }).update({ totp_secret: 'sealed' });
  await admin.users.removeTotp({ params: { id } });
  expect(await mailsTo(email)).toHaveLength(2);
  expect(await mailsTo(`moved-${name}@example.org`)).toHaveLength(1);
});

it('forgets the mails to an account that is deleted, sent or not', async () => {
  const { id, email } = await invite();
  const [mail] = await mailsTo(email);
  // The mail server cannot accept it now, so it waits.
  server.refuse('RCPT', 450);
  await admin.users.invite({ params: { id } });
  expect(await mailsTo(email)).toHaveLength(1);
  const { reader } = app.app.core.database;
  const outbox = () => reader('outbox').where({ recipient: email }).orderBy('state', 'desc').select('state');
  expect(await outbox()).toEqual([{ state: 'sent' }, { state: 'queued' }]);
  await admin.users.remove({ params: { id } });
  expect(await outbox()).toEqual([]);
  clock.advance(3_600_000);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await setPassword(tokenIn(mail))).toBe('link_invalid');
});

it('forgets the earlier addresses of an account that is deleted', async () => {
  const { id } = await invite();
  const addresses = ['first', 'second', 'third'].map((part) => `${part}-${name}@example.org`);
  for (const email of addresses) {
    await admin.users.update({ params: { id }, body: { email } });
    await admin.users.invite({ params: { id } });
  }
  const outbox = () => app.app.core.database.reader('outbox').whereLike('recipient', `%${name}@example.org`);
  expect((await outbox()).length).toBeGreaterThan(3);
  await admin.users.remove({ params: { id } });
  expect(await outbox()).toEqual([]);
});

it('asks no address more than three times an hour to confirm, whichever accounts want it', async () => {
  const email = `victim-${name}@example.org`;
  const outcomes: string[] = [];
  for (const part of ['a', 'b', 'c', 'd']) {
    const { username } = await createUser(admin, `${name}${part}`);
    const client = await signIn(app, { username, password });
    const wanted = part === 'b' ? email.toUpperCase() : email;
    outcomes.push(await outcomeOf(client.users.updateMe({ body: { email: wanted, password } })));
    await client.close();
  }
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'too_many_requests']);
  await app.app.jobs.run('mail.send');
  const recipients = server.mails.flatMap(({ envelope }) => envelope.to);
  expect(recipients.filter((to) => to.toLowerCase() === email)).toHaveLength(3);
});

it('forgets the new address of an account that is deleted before it is confirmed', async () => {
  await createUser(admin, name);
  const client = await signIn(app, { username: name, password });
  const email = `new-${name}@example.org`;
  await client.users.updateMe({ body: { email, password } });
  expect(await mailsTo(email)).toHaveLength(1);
  await client.users.removeMe({ body: { password } });
  expect(await app.app.core.database.reader('outbox').where({ recipient: email })).toEqual([]);
  await client.close();
});
