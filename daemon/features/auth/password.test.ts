import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditAction } from '#sdk/contract/audit.js';
import { outcomeOf, password, signIn } from '../../testing/clients.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember, type Member } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const minute = 60_000;
const clock = createFakeClock();

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ clock, env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' } });
});
afterAll(() => app.stop());

const newPassword = 'another good password';

async function resultsOf(action: AuditAction, { id }: Member): Promise<string[]> {
  const rows: { result: string }[] = await app.app.core.database
    .reader('audit')
    .where({ actor_id: id, action });
  return rows.map(({ result }) => result);
}

const changesOf = (member: Member) => resultsOf('account.password_change', member);

it('ends every session but this one and the links that were mailed, and keeps the keys of the account', async () => {
  const member = await addMember(app, 'ann');
  const [here, elsewhere] = [await signIn(app, member), await signIn(app, member)];
  await app.app.core.database.writer('account_links').insert({
    user_id: member.id,
    purpose: 'reset',
    token_hash: 'the hash of a token',
    expires_at: clock.now() + minute,
  });
  await here.apiKeys.create({ body: { name: 'backup', scopes: ['shares:read'], password } });
  await here.auth.changePassword({ body: { oldPassword: password, password: newPassword } });
  expect(await here.apiKeys.list()).toMatchObject([{ name: 'backup' }]);
  expect(await here.users.me()).toMatchObject({ id: member.id });
  expect(await elsewhere.users.me()).toBeNull();
  expect(await app.app.core.database.reader('account_links').where({ user_id: member.id })).toEqual([]);
  expect(await changesOf(member)).toHaveLength(1);
  expect(await outcomeOf(signIn(app, member))).toBe('credentials_wrong');
  expect(await outcomeOf(signIn(app, { ...member, password: newPassword }))).toBe('ok');
});

it('changes nothing without the old password, or to a common one', async () => {
  const member = await addMember(app, 'bob');
  const here = await signIn(app, member);
  const change = (oldPassword: string, chosen: string) =>
    outcomeOf(here.auth.changePassword({ body: { oldPassword, password: chosen } }));
  expect(await change('wrong password', newPassword)).toBe('password_wrong');
  expect(await change(password, 'Password1')).toBe('password_too_common');
  expect(await change(password, 'short')).toBe('validation_failed');
  expect(await change(password, 'x'.repeat(257))).toBe('validation_failed');
  expect(await changesOf(member)).toEqual([]);
  expect(await outcomeOf(signIn(app, member))).toBe('ok');
});

it('bounds guesses at the old password within a session, for a while', async () => {
  const member = await addMember(app, 'cleo');
  const here = await signIn(app, member);
  const change = (oldPassword: string) =>
    outcomeOf(here.auth.changePassword({ body: { oldPassword, password: newPassword } }));
  const outcomes = await Promise.all(Array.from({ length: 15 }, () => change('wrong password')));
  expect(outcomes.filter((outcome) => outcome === 'password_wrong')).toHaveLength(10);
  expect(await change(password)).toBe('too_many_requests');
});

it('writes wrong entries of the password down, whatever they were for', async () => {
  const member = await addMember(app, 'emil');
  const here = await signIn(app, member);
  const wrong = 'wrong password';
  const tries = [
    here.auth.changePassword({ body: { oldPassword: wrong, password: newPassword } }),
    here.totp.enable({ body: { password: wrong } }),
    here.apiKeys.create({ body: { name: 'key', scopes: ['shares:read'], password: wrong } }),
    here.users.removeMe({ body: { password: wrong } }),
  ];
  const refused = tries.map(() => 'password_wrong');
  expect(await Promise.all(tries.map(outcomeOf))).toEqual(refused);
  expect(await resultsOf('account.confirm', member)).toEqual(['refused', 'refused', 'refused', 'refused']);
  expect(await outcomeOf(here.totp.enable({ body: { password } }))).toBe('ok');
  expect(await resultsOf('account.confirm', member)).toHaveLength(4);
});

it('leaves nobody signed in who does so with the old password at the same moment', async () => {
  const member = await addMember(app, 'fay');
  const here = await signIn(app, member);
  const change = outcomeOf(
    here.auth.changePassword({ body: { oldPassword: password, password: newPassword } }),
  );
  const others = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(signIn(app, member))));
  expect(await change).toBe('ok');
  expect(others.filter((outcome) => !['ok', 'credentials_wrong'].includes(outcome))).toEqual([]);
  expect(await here.sessions.list()).toMatchObject([{ isCurrent: true }]);
});

it('lets one of two changes at the same moment win', async () => {
  const member = await addMember(app, 'dora');
  const here = await signIn(app, member);
  const changes = ['the first good password', 'the second good password'].map((chosen) =>
    outcomeOf(here.auth.changePassword({ body: { oldPassword: password, password: chosen } })),
  );
  expect((await Promise.all(changes)).sort()).toEqual(['ok', 'password_wrong']);
});
