import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OauthStatus } from '#sdk/contract/oauth.js';
import { anActor } from '../../testing/actor.ts';
import { createCaller } from '../../testing/browser.ts';
import { outcomeOf, password, signIn } from '../../testing/clients.ts';
import { type MailServer, startMailServer } from '../../testing/engines/mail-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember, bearer, errorOf, type Member } from '../../testing/members.ts';
import { createWorld, type World } from '../../testing/policy/world.ts';
import { createFakeProviders } from '../../testing/providers/fake-providers.ts';
import { addLinkedMember, linkAccount } from '../../testing/providers/social-accounts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { createLinkedAccounts } from './linked-accounts.ts';

const clock = createFakeClock();
const providers = createFakeProviders();

let mailServer: MailServer;
let app: TestApp;
let world: World;
beforeAll(async () => {
  mailServer = await startMailServer();
  const env = { ...mailServer.env, FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' };
  app = await startApp({ clock, providers, env });
  world = createWorld(app);
});
afterAll(async () => {
  await app.stop();
  await mailServer.close();
});
beforeEach(() => {
  providers.enabled = new Set(['github', 'google']);
});

let count = 0;
const nextName = () => `linker${(count += 1)}`;

async function send(member: Member, path: string, json?: object) {
  const { token } = await world.session(member);
  return createCaller(app.url)(path, { ...(json && { json }), headers: bearer(token) });
}

async function unlink(member: Member, provider = 'github', json: object = {}): Promise<string> {
  const answer = await send(member, `/oauth/unlink/${provider}`, json);
  return answer.status === 204 ? 'ok' : (errorOf(answer) ?? String(answer.status));
}

const statusOf = async (member: Member) => (await send(member, '/oauth/status')).body as OauthStatus[];
const linkedOf = async ({ id }: Member) =>
  (await app.app.core.uow.read.socialAccounts.listOfUser(id)).map(({ provider }) => provider);

it('lists the providers that are enabled or linked, with the accounts of the caller alone', async () => {
  const member = await addMember(app, nextName());
  await linkAccount(app, member, 'google');
  await linkAccount(app, member, 'discord');
  await linkAccount(app, await addMember(app, nextName()), 'github');
  const account = { name: member.username, linkedAt: new Date(clock.now()).toISOString() };
  expect(await statusOf(member)).toEqual([
    { provider: 'github', isEnabled: true, account: null },
    { provider: 'google', isEnabled: true, account },
    { provider: 'discord', isEnabled: false, account },
  ]);
});

describe('unlinking', () => {
  it('takes the password, ends the other sessions, and tells the owner', async () => {
    const member = await addMember(app, nextName());
    await linkAccount(app, member, 'github');
    await linkAccount(app, member, 'google');
    const [here, elsewhere] = [await signIn(app, member), await signIn(app, member)];
    const params = { provider: 'github' } as const;
    const wrong = here.oauth.unlink({ params, body: { password: 'wrong password' } });
    expect(await outcomeOf(wrong)).toBe('password_wrong');
    expect(await linkedOf(member)).toEqual(['github', 'google']);

    await here.oauth.unlink({ params, body: { password } });
    expect(await linkedOf(member)).toEqual(['google']);
    expect(await here.users.me()).not.toBeNull();
    expect(await elsewhere.users.me()).toBeNull();
    const rows: { action: string; details: string }[] = await app.app.core.database
      .reader('audit')
      .where({ actor_id: member.id, action: 'account.social_unlink' });
    expect(rows.map(({ details }) => JSON.parse(details) as object)).toEqual([{ provider: 'github' }]);
    await app.app.jobs.run('mail.send');
    const mail = mailServer.mails.at(-1);
    expect(mail?.envelope.to).toEqual([member.email]);
    expect(mail?.text).toContain('GitHub');
  });

  it('forgets half a sign-in by the account', async () => {
    const member = await addMember(app, nextName());
    await linkAccount(app, member, 'github');
    const { reader, writer } = app.app.core.database;
    await writer('login_tokens').insert({
      token_hash: member.id,
      user_id: member.id,
      password_mark: 'mark',
      failures: 0,
      expires_at: clock.now() + 1000,
    });
    expect(await unlink(member, 'github', { password })).toBe('ok');
    expect(await reader('login_tokens').where({ user_id: member.id })).toEqual([]);
  });

  it('does nothing when the password was changed while it was being checked', async () => {
    const member = await addMember(app, nextName());
    await linkAccount(app, member, 'github');
    const { core } = app.app;
    const { unlink: unlinkWhile } = createLinkedAccounts({
      ...core,
      providers,
      listSources: providers.listEnabled,
      mails: { sendNotice: async () => undefined },
      async confirmPassword() {
        const user = await core.uow.read.users.findById(member.id);
        if (!user) throw new Error('nobody');
        await core.uow.transaction(({ users }) => users.update(user.id, { passwordHash: 'another' }));
        return user;
      },
    });
    const actor = anActor({ user: { ...member, isAdmin: false } });
    const unlinking = unlinkWhile({ provider: 'github', password }, actor);
    expect(await outcomeOf(unlinking)).toBe('session_expired');
    expect(await linkedOf(member)).toEqual(['github']);
  });

  it('does nothing where nothing is linked', async () => {
    const member = await addMember(app, nextName());
    await linkAccount(app, member, 'google');
    expect(await unlink(member, 'github', { password })).toBe('oauth_not_linked');
    expect(await linkedOf(member)).toEqual(['google']);
  });

  it('leaves the accounts of others alone', async () => {
    const [member, other] = [await addMember(app, nextName()), await addMember(app, nextName())];
    await linkAccount(app, member, 'github');
    await linkAccount(app, other, 'github');
    expect(await unlink(member, 'github', { password })).toBe('ok');
    expect(await linkedOf(other)).toEqual(['github']);
  });
});

describe('without a password', () => {
  it('the last account stays', async () => {
    const member = await addLinkedMember(app, nextName(), { provider: 'github' });
    expect(await unlink(member)).toBe('last_sign_in_method');
    expect(await linkedOf(member)).toEqual(['github']);
  });

  it('an account of a provider that is enabled must be left', async () => {
    const member = await addLinkedMember(app, nextName(), { provider: 'github' });
    await linkAccount(app, member, 'discord');
    expect(await unlink(member)).toBe('last_sign_in_method');
    expect(await unlink(member, 'discord')).toBe('ok');
    await linkAccount(app, member, 'google');
    expect(await unlink(member)).toBe('ok');
    expect(await linkedOf(member)).toEqual(['google']);
  });

  it('one of two accounts stays that are unlinked at the same moment', async () => {
    const member = await addLinkedMember(app, nextName(), { provider: 'github' });
    await linkAccount(app, member, 'google');
    const { token } = await world.session(member);
    const call = createCaller(app.url);
    const answers = await Promise.all(
      ['github', 'google'].map((provider) =>
        call(`/oauth/unlink/${provider}`, { json: {}, headers: bearer(token) }),
      ),
    );
    expect(answers.map(errorOf)).toEqual(expect.arrayContaining([undefined, 'last_sign_in_method']));
    expect(await linkedOf(member)).toHaveLength(1);
  });

  it('the first password lets the last account go', async () => {
    const member = await addLinkedMember(app, nextName(), { provider: 'github' });
    const { token } = await world.session(member);
    const json = { password: 'another long horse' };
    const answer = await createCaller(app.url)('/auth/password', {
      method: 'PATCH',
      json,
      headers: bearer(token),
    });
    expect(answer.status).toBe(204);
    expect(await unlink(member)).toBe('validation_failed');
    expect(await unlink(member, 'github', json)).toBe('ok');
  });
});
