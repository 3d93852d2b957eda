import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, type NodeClient } from '#sdk/index.js';
import { type Authenticator, enableTotp } from '../../testing/authenticator.ts';
import { createCaller } from '../../testing/browser.ts';
import { outcomeOf, password, signIn } from '../../testing/clients.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember, errorOf, type Member } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const minute = 60_000;
const clock = createFakeClock();

let app: TestApp;
/** A client without a session. */
let stranger: NodeClient;
beforeAll(async () => {
  app = await startApp({ clock, env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' } });
  stranger = createClient({ baseUrl: app.url });
});
afterAll(() => app.stop());

interface Protected {
  member: Member;
  client: NodeClient;
  authenticator: Authenticator;
  /** The first step of signing in. */
  begin(): Promise<string>;
  /** The second step, as a separate program; returns the outcome. */
  finish(loginToken: string, totp: string): Promise<string>;
  /** Counts sessions other than that of `client`. */
  countSessions(): Promise<number>;
}

let count = 0;
let shared: Protected | undefined;
let loginToken: string | undefined;

/** Adds a user with a second factor, half a minute after it was turned on. */
async function addProtected(): Promise<Protected> {
  count += 1;
  const member = await addMember(app, `protected${count}`);
  const client = await signIn(app, member);
  const authenticator = await enableTotp(client, clock);
  clock.advance(minute / 2);
  return {
    member,
    client,
    authenticator,
    async begin() {
      const answer = await stranger.auth.signIn({ body: { username: member.username, password } });
      if (!('loginToken' in answer)) throw new Error('no code was asked for');
      return answer.loginToken;
    },
    finish: (loginToken, totp) =>
      outcomeOf(stranger.auth.signInTotp({ body: { loginToken, totp, transport: 'token' } })),
    async countSessions() {
      const rows = await app.app.core.database.reader('sessions').where({ user_id: member.id });
      return rows.length - 1;
    },
  };
}

const tally = (outcomes: readonly string[]) =>
  Object.fromEntries([...new Set(outcomes)].map((code) => [code, outcomes.filter((o) => o === code).length]));

const auditOf = async (member: Member) => {
  const rows: { action: string; result: string; details: string }[] = await app.app.core.database
    .reader('audit')
    .where((own) => void own.where({ actor_id: member.id }).orWhere({ subject_id: member.id }))
    .orderBy('id');
  return rows.map(({ action, result, details }) => [action, result, JSON.parse(details) as object]);
};

it('gives a session for password and code only, and stores no login token', async () => {
  const { member, authenticator, begin, countSessions } = await addProtected();
  const loginToken = await begin();
  expect(await countSessions()).toBe(0);
  const stored = JSON.stringify(await app.app.core.database.reader('login_tokens'));
  expect(stored).not.toContain(loginToken.slice(5));

  const client = createClient({ baseUrl: app.url });
  const user = await client.session.signInTotp({ loginToken, totp: await authenticator.code() });
  expect(user).toMatchObject({ id: member.id, totpEnabled: true });
  expect(await client.users.me()).toMatchObject({ id: member.id });
  expect((await auditOf(member)).at(-1)).toEqual(['session.sign_in', 'done', { secondFactor: true }]);
});

it('sets no cookie before the code', async () => {
  const { member, authenticator } = await addProtected();
  const call = createCaller(app.url);
  const first = await call('/auth/signIn', { json: { username: member.username, password } });
  expect([first.status, first.cookies.size]).toEqual([200, 0]);
  const { loginToken } = first.body as { loginToken: string };
  const json = { loginToken, totp: await authenticator.code() };
  const second = await call('/auth/signIn/totp', { json });
  expect([...second.cookies.keys()].sort()).toEqual(['access_token', 'refresh_token']);
});

it('gives one session to 50 submits of one code, with one login token or many', async () => {
  const { authenticator, begin, finish, countSessions } = await addProtected();
  const one = await begin();
  const many = await Promise.all(Array.from({ length: 10 }, begin));
  for (const tokens of [[one], many]) {
    clock.advance(minute);
    const code = await authenticator.code();
    const before = await countSessions();
    const submits = Array.from({ length: 50 }, (_, index) =>
      finish(tokens[index % tokens.length] ?? '', code),
    );
    expect(tally(await Promise.all(submits))).toMatchObject({ ok: 1 });
    expect((await countSessions()) - before).toBe(1);
    // The losing attempts have counted as wrong.
    clock.advance(15 * minute);
    many.splice(0, many.length, ...(await Promise.all(Array.from({ length: 10 }, begin))));
  }
});

it('accepts a code once, and none of an earlier step after it', async () => {
  const { client, authenticator, begin, finish } = await addProtected();
  clock.advance(minute);
  const [earlier, current] = await Promise.all([authenticator.code(-1), authenticator.code()]);
  expect(await finish(await begin(), current)).toBe('ok');
  expect(await finish(await begin(), current)).toBe('totp_wrong');
  expect(await finish(await begin(), earlier)).toBe('totp_wrong');
  expect(await outcomeOf(client.totp.disable({ body: { password, code: current } }))).toBe('totp_wrong');
  clock.advance(minute / 2);
  expect(await finish(await begin(), await authenticator.code())).toBe('ok');
});

it('refuses the code that turned the second factor on', async () => {
  const { authenticator, begin, finish } = await addProtected();
  expect(await finish(await begin(), await authenticator.code(-1))).toBe('totp_wrong');
});

it('takes a login token once, for five minutes', async () => {
  const { authenticator, begin, finish } = await addProtected();
  const used = await begin();
  expect(await finish(used, await authenticator.code())).toBe('ok');
  clock.advance(minute);
  expect(await finish(used, await authenticator.code())).toBe('login_token_invalid');

  const late = await begin();
  clock.advance(5 * minute);
  expect(await finish(late, await authenticator.code())).toBe('login_token_invalid');
  expect(await finish('fsl_made-up', await authenticator.code())).toBe('login_token_invalid');
});

it('asks for the password again after five wrong codes, also of many at the same moment', async () => {
  const { member, authenticator, begin, finish } = await addProtected();
  const wrong = await authenticator.wrongCode();
  const tokens = [await begin(), await begin(), await begin()];
  const [first = '', second = '', third = ''] = tokens;
  for (let failure = 0; failure < 5; failure += 1) expect(await finish(first, wrong)).toBe('totp_wrong');
  expect(await finish(first, await authenticator.code())).toBe('login_token_invalid');

  const outcomes = await Promise.all(Array.from({ length: 30 }, () => finish(second, wrong)));
  expect(tally(outcomes)).toMatchObject({ totp_wrong: 5 });
  // Ten over all login tokens: for a while, even the right code is refused.
  expect(await finish(third, await authenticator.code())).toBe('too_many_requests');
  const refusals = (await auditOf(member)).filter(
    ([action, result]) => action === 'session.sign_in' && result === 'refused',
  );
  expect(refusals).toEqual(
    Array.from({ length: 10 }, () => ['session.sign_in', 'refused', { reason: 'code' }]),
  );
  clock.advance(15 * minute);
  expect(await finish(await begin(), await authenticator.code())).toBe('ok');
});

it('forgets a half sign-in when the password changes, and when the account is disabled', async () => {
  const { member, client, authenticator, begin, finish } = await addProtected();
  const { uow, passwords } = app.app.core;
  const beforeDisabling = await begin();
  await uow.transaction(({ users }) => users.update(member.id, { disabledAt: clock.now() }));
  expect(await finish(beforeDisabling, await authenticator.code())).toBe('login_token_invalid');
  await uow.transaction(({ users }) => users.update(member.id, { disabledAt: null }));

  // Changed directly in the database: any change of the password counts.
  const beforeChange = await begin();
  const passwordHash = await passwords.hash(password);
  await uow.transaction(({ users }) => users.update(member.id, { passwordHash }));
  expect(await finish(beforeChange, await authenticator.code())).toBe('login_token_invalid');

  const beforeOwnChange = await begin();
  await client.auth.changePassword({ body: { oldPassword: password, password: 'another good password' } });
  expect(await finish(beforeOwnChange, await authenticator.code())).toBe('login_token_invalid');
});

it('takes a recovery code in place of a code, once, however it is spelt', async () => {
  const { member, authenticator, begin, finish, countSessions } = await addProtected();
  const [first = '', second = ''] = authenticator.recoveryCodes;
  expect(await finish(await begin(), ` ${first.toUpperCase().replace('-', ' ')} `)).toBe('ok');
  expect(await finish(await begin(), first)).toBe('totp_wrong');
  expect(await auditOf(member)).toContainEqual(['totp.recovery_code_use', 'done', { left: 9 }]);

  const before = await countSessions();
  const tokens = await Promise.all(Array.from({ length: 9 }, begin));
  const spellings = [second, second.toUpperCase(), second.replace('-', ''), second.replace('-', ' – ')];
  const submits = Array.from({ length: 20 }, (_, index) =>
    finish(tokens[index % tokens.length] ?? '', spellings[index % spellings.length] ?? ''),
  );
  expect(tally(await Promise.all(submits))).toMatchObject({ ok: 1 });
  expect((await countSessions()) - before).toBe(1);
});

it.each([
  ['digits of another script', '١٢٣٤٥٦', 401, 'totp_wrong'],
  ['wide digits', '１２３４５６', 401, 'totp_wrong'],
  ['a space', '123 456', 401, 'totp_wrong'],
  ['five digits', '12345', 401, 'totp_wrong'],
  ['a control character', '\u0000', 401, 'totp_wrong'],
  ['nothing', '', 400, 'validation_failed'],
  ['too much', '1'.repeat(41), 400, 'validation_failed'],
  ['a megabyte', '1'.repeat(1_000_000), 413, 'body_too_large'],
  ['a number', 123456, 400, 'validation_failed'],
  ['a list', ['123456'], 400, 'validation_failed'],
])('answers %s in place of a code with an error of the catalogue', async (_, totp, status, code) => {
  shared ??= await addProtected();
  loginToken ??= await shared.begin();
  const answer = await createCaller(app.url)('/auth/signIn/totp', { json: { loginToken, totp } });
  expect([answer.status, errorOf(answer)]).toEqual([status, code]);
});
