import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Call, createBrowser, createCaller } from '../../testing/browser.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember, bearer, errorOf, type Member, signInAs } from '../../testing/members.ts';
import { addLinkedMember } from '../../testing/providers/social-accounts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const second = 1000;
const minute = 60 * second;
const clock = createFakeClock();

let app: TestApp;
let call: Call;
beforeAll(async () => {
  app = await startApp({ clock, env: { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' } });
  call = createCaller(app.url);
});
afterAll(() => app.stop());

let networks = 0;
/** Returns an address that nobody has used before. */
const newAddress = () => {
  networks += 1;
  return `198.51.${Math.floor(networks / 250)}.${(networks % 250) + 1}`;
};

function signIn(username: string, password: string, ip = newAddress()) {
  return call('/auth/signIn', {
    json: { username, password, transport: 'token' },
    headers: { 'x-forwarded-for': ip },
  });
}

interface AuditRow {
  action: string;
  result: string;
  ip: string | null;
  details: string;
}

async function auditOf({ id }: Pick<Member, 'id'>) {
  const rows: AuditRow[] = await app.app.core.database
    .reader('audit')
    .where((own) => void own.where({ actor_id: id }).orWhere({ subject_id: id }))
    .orderBy('id');
  return rows.map(({ action, result, details }) => [action, result, JSON.parse(details) as object]);
}

it('answers alike to unknown, disabled, invited and linked users and to wrong passwords', async () => {
  const known = await addMember(app, 'alike_known');
  const disabled = await addMember(app, 'alike_disabled', { disabledAt: clock.now() });
  const invited = await addMember(app, 'alike_invited', { passwordHash: null });
  const linked = await addLinkedMember(app, 'alike_linked');
  const answers = await Promise.all([
    signIn(known.username, 'wrong password'),
    signIn('alike_nobody', 'wrong password'),
    signIn('alike_nobody@example.org', known.password),
    signIn(disabled.username, known.password),
    signIn(invited.username, known.password),
    signIn(linked.username, known.password),
  ]);
  const comparable = answers.map(({ status, headers, body }) => ({
    status,
    headers: [...headers.keys()].sort(),
    body: { ...(body as object), requestId: '' },
  }));
  expect(comparable[0]).toMatchObject({ status: 401, body: { error: 'credentials_wrong' } });
  for (const other of comparable) expect(other).toEqual(comparable[0]);

  expect(await auditOf(known)).toEqual([['session.sign_in', 'refused', { reason: 'password' }]]);
  expect(await auditOf(disabled)).toEqual([['session.sign_in', 'refused', { reason: 'disabled' }]]);
  for (const without of [invited, linked])
    expect(await auditOf(without)).toEqual([['session.sign_in', 'refused', { reason: 'no password' }]]);
});

it.each([
  ['unknown accounts', null, 1],
  ['hashes like new ones', undefined, 0],
  ['imported hashes', '$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e', 1],
])('spends the effort of a new hash on %s', async (name, passwordHash, dummies) => {
  const username = `effort_${name.replaceAll(' ', '_')}`;
  if (passwordHash !== null) await addMember(app, username, { ...(passwordHash && { passwordHash }) });
  const dummy = vi.spyOn(app.app.core.passwords, 'verifyDummy');
  onTestFinished(() => dummy.mockRestore());
  expect(errorOf(await signIn(username, 'wrong password'))).toBe('credentials_wrong');
  expect(dummy).toHaveBeenCalledTimes(dummies);
});

it('notes sign-ins and their refusals, and never what was typed as a name', async () => {
  const member = await addMember(app, 'noted');
  await signIn('my-Secret-Typo', 'wrong password');
  await signIn(member.username, member.password);
  expect(await auditOf(member)).toEqual([['session.sign_in', 'done', {}]]);
  const rows: AuditRow[] = await app.app.core.database.reader('audit');
  expect(rows.map(({ details }) => details)).toContain('{"reason":"unknown"}');
  expect(JSON.stringify(rows).toLowerCase()).not.toContain('my-secret-typo');
  const user = await app.app.core.users.findById(member.id);
  expect(user?.lastSignInAt).toBe(clock.now());
});

it('slows down who guesses at one account from one network, and nobody else', async () => {
  const member = await addMember(app, 'guessed');
  const guesser = newAddress();
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => signIn(member.username, 'wrong password', guesser)),
  );
  // Ten attempts, and one more every half minute.
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(11);
  const refused = await signIn(member.username, member.password, guesser);
  expect([refused.status, errorOf(refused)]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
  expect((await signIn(member.username, member.password)).status).toBe(200);
  clock.advance(30 * second);
  expect((await signIn(member.username, member.password, guesser)).status).toBe(200);
});

it('slows down guesses at a name nobody has just the same', async () => {
  const guesser = newAddress();
  const spellings = ['nobody.there', 'NOBODY.there', 'ｎobody.there'];
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, index) => signIn(spellings[index % 3] ?? '', 'wrong password', guesser)),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(11);
});

it('slows down who guesses at many accounts', async () => {
  const guesser = newAddress();
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, index) => signIn(`many${index}`, 'wrong password', guesser)),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(20);
  clock.advance(5 * minute);
  expect((await signIn('many0', 'wrong password', guesser)).status).toBe(401);
});

it('does not count what was right', async () => {
  const member = await addMember(app, 'frequent');
  const ip = newAddress();
  for (let visit = 0; visit < 25; visit += 1) {
    expect((await signIn(member.username, member.password, ip)).status).toBe(200);
  }
});

it('lets all of many at the same moment in while the hash of the password is made anew', async () => {
  const weak = await hash(app.admin.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const member = await addMember(app, 'upgraded', { passwordHash: weak });
  const ip = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => signIn(member.username, member.password, ip)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const user = await app.app.core.users.findById(member.id);
  expect(app.app.core.passwords.needsRehash(user?.passwordHash ?? '', member.password)).toBe(false);
});

it('ends the sessions of a disabled account at once, and takes no refresh', async () => {
  const member = await addMember(app, 'leaving');
  const { headers, refreshToken } = await signInAs(app, member);
  expect((await call('/users/me', { headers })).body).toMatchObject({ id: member.id });
  await app.app.core.uow.transaction(({ users }) => users.update(member.id, { disabledAt: clock.now() }));
  expect((await call('/users/me', { headers })).body).toBeNull();
  expect(errorOf(await call('/auth/token', { json: { refreshToken } }))).toBe('session_expired');
});

it('remembers where a session was last used, and notes how it ended', async () => {
  const member = await addMember(app, 'traveller');
  const [home, away] = [newAddress(), newAddress()];
  const answer = await signIn(member.username, member.password, home);
  const { refreshToken } = answer.body as { refreshToken: string };
  const addressOf = async () => {
    const rows: { ip: string }[] = await app.app.core.database
      .reader('sessions')
      .where({ user_id: member.id });
    return rows[0]?.ip;
  };
  expect(await addressOf()).toBe(home);
  const refresh = (token: string) =>
    call('/auth/token', { json: { refreshToken: token }, headers: { 'x-forwarded-for': away } });
  const renewed = (await refresh(refreshToken)).body as { accessToken: string };
  expect(await addressOf()).toBe(away);

  clock.advance(minute);
  expect(errorOf(await refresh(refreshToken))).toBe('session_expired');
  expect((await auditOf(member)).at(-1)).toEqual(['session.token_reuse', 'refused', {}]);
  expect((await call('/users/me', { headers: bearer(renewed.accessToken) })).body).toBeNull();

  const browse = createBrowser(app.url);
  const { username, password } = member;
  await browse('/auth/signIn', { json: { username, password } });
  await browse('/auth/signOut', { method: 'POST' });
  expect((await auditOf(member)).at(-1)).toEqual(['session.sign_out', 'done', {}]);
});

it.each([
  ['a megabyte', 'x'.repeat(1_000_000), 413, 'body_too_large'],
  ['more than a password can have', 'x'.repeat(257), 400, 'validation_failed'],
])('refuses %s before it is hashed', async (_, password, status, code) => {
  const member = await addMember(app, `long${String(status)}`);
  const answer = await signIn(member.username, password);
  expect([answer.status, errorOf(answer)]).toEqual([status, code]);
  expect(await auditOf(member)).toEqual([]);
});

it('does not mind the space that phone keyboards put behind a name', async () => {
  const member = await addMember(app, 'spaced');
  expect((await signIn(` ${member.username} `, member.password)).status).toBe(200);
  expect((await signIn(member.username, ` ${member.password}`)).status).toBe(401);
});
