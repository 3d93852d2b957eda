import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session } from '#sdk/contract/auth.js';
import { createClient, type NodeClient } from '#sdk/index.js';
import { createCaller } from '../../testing/browser.ts';
import { outcomeOf, signIn } from '../../testing/clients.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember, bearer, errorOf, type Member } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const clock = createFakeClock();

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ clock, env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' } });
});
afterAll(() => app.stop());

interface Pair {
  codeVerifier: string;
  codeChallenge: string;
}

interface SignedIn {
  member: Member;
  /** The browser. */
  client: NodeClient;
}

let count = 0;

async function addSignedIn(): Promise<SignedIn> {
  count += 1;
  const member = await addMember(app, `member${count}`);
  return { member, client: await signIn(app, member) };
}

function createPair(): Pair {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
}

async function authorize({ client }: SignedIn, { codeChallenge }: Pair): Promise<string> {
  return (await client.auth.authorizeProgram({ body: { codeChallenge } })).code;
}

/** Exchanges the code like a separate program. */
const exchange = (code: string, { codeVerifier }: Pick<Pair, 'codeVerifier'>) =>
  createCaller(app.url)('/auth/programs/signIn', {
    json: { code, codeVerifier },
    headers: { 'user-agent': 'fileshare/1.0 (linux)' },
  });

async function outcomeOfExchange(...args: Parameters<typeof exchange>): Promise<string> {
  const answer = await exchange(...args);
  return answer.status === 200 ? 'ok' : (errorOf(answer) ?? String(answer.status));
}

async function auditOf({ id }: Member): Promise<unknown[]> {
  const rows: { action: string; result: string; details: string }[] = await app.app.core.database
    .reader('audit')
    .where((own) => void own.where({ actor_id: id }).orWhere({ subject_id: id }))
    .orderBy('id');
  return rows.map(({ action, result, details }) => [action, result, JSON.parse(details) as object]);
}

const codes = (): Promise<unknown[]> => app.app.core.database.reader('program_codes');

it('gives a program a session of its own, beside that of the browser', async () => {
  const browser = await addSignedIn();
  const pair = createPair();
  const { code, expiresAt } = await browser.client.auth.authorizeProgram({
    body: { codeChallenge: pair.codeChallenge },
  });
  expect(code).toMatch(/^fsp_[\w-]{43}$/);
  expect(expiresAt).toBe(new Date(clock.now() + minute).toISOString());
  expect(JSON.stringify(await codes())).not.toContain(code.slice(4));

  const answer = await exchange(code, pair);
  expect([answer.status, answer.cookies.size]).toEqual([200, 0]);
  const { user, accessToken = '', refreshToken } = answer.body as Session;
  expect(user).toMatchObject({ id: browser.member.id });
  expect(refreshToken).toMatch(/^fsr_/);
  const headers = bearer(accessToken);
  const sessions = (await createCaller(app.url)('/users/me/sessions', { headers })).body;
  expect(sessions).toHaveLength(2);
  expect(sessions).toContainEqual(
    expect.objectContaining({ isCurrent: true, userAgent: 'fileshare/1.0 (linux)', ip: '127.0.0.1' }),
  );
  expect((await auditOf(browser.member)).at(-1)).toEqual(['session.sign_in', 'done', { program: true }]);

  await browser.client.session.signOut();
  expect((await createCaller(app.url)('/users/me', { headers })).body).toMatchObject({
    id: browser.member.id,
  });
});

it('takes a code once, of many at the same moment too', async () => {
  const browser = await addSignedIn();
  const pair = createPair();
  const code = await authorize(browser, pair);
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOfExchange(code, pair)));
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'authorization_code_invalid')).toHaveLength(9);
});

it('burns a code that comes with the wrong verifier', async () => {
  const browser = await addSignedIn();
  const pair = createPair();
  const code = await authorize(browser, pair);
  expect(await outcomeOfExchange(code, createPair())).toBe('authorization_code_invalid');
  expect(await outcomeOfExchange(code, pair)).toBe('authorization_code_invalid');
  expect((await auditOf(browser.member)).at(-1)).toEqual([
    'session.sign_in',
    'refused',
    { program: true, reason: 'wrong verifier' },
  ]);
});

it('does not take the challenge for the verifier', async () => {
  const browser = await addSignedIn();
  const pair = createPair();
  const code = await authorize(browser, pair);
  const outcome = await outcomeOfExchange(code, { codeVerifier: pair.codeChallenge });
  expect(outcome).toBe('authorization_code_invalid');
});

it('refuses a code after a minute', async () => {
  const browser = await addSignedIn();
  const pair = createPair();
  const [inTime, late] = [await authorize(browser, pair), await authorize(browser, pair)];
  clock.advance(minute - 1);
  expect(await outcomeOfExchange(inTime, pair)).toBe('ok');
  clock.advance(1);
  expect(await outcomeOfExchange(late, pair)).toBe('authorization_code_invalid');
});

it('refuses the code of a session that has ended, and of an account that is disabled', async () => {
  const signedOut = await addSignedIn();
  const pair = createPair();
  const code = await authorize(signedOut, pair);
  await signedOut.client.session.signOut();
  expect(await outcomeOfExchange(code, pair)).toBe('authorization_code_invalid');

  const disabled = await addSignedIn();
  const another = await authorize(disabled, pair);
  const { users } = await signIn(app);
  await users.update({ params: { id: disabled.member.id }, body: { isDisabled: true } });
  expect(await outcomeOfExchange(another, pair)).toBe('authorization_code_invalid');
});

it('refuses somebody whose row alone says that the account is disabled', async () => {
  const { uow } = app.app.core;
  const browser = await addSignedIn();
  const pair = createPair();
  const code = await authorize(browser, pair);
  await uow.transaction(({ users }) => users.update(browser.member.id, { disabledAt: clock.now() }));
  expect(await outcomeOfExchange(code, pair)).toBe('authorization_code_invalid');
  expect((await auditOf(browser.member)).at(-1)).toMatchObject([
    'session.sign_in',
    'refused',
    { reason: 'disabled' },
  ]);
});

it('makes the session no fresher than the one it came from, and no longer', async () => {
  const browser = await addSignedIn();
  const signedInAt = new Date(clock.now()).toISOString();
  const pair = createPair();
  clock.advance(10 * minute);
  const answer = await exchange(await authorize(browser, pair), pair);
  const headers = bearer((answer.body as Session).accessToken ?? '');
  const sessions = (await createCaller(app.url)('/users/me/sessions', { headers })).body;
  expect(sessions).toContainEqual(expect.objectContaining({ isCurrent: true, createdAt: signedInAt }));
});

it('gives no session that is over by the longest duration there is now', async () => {
  const browser = await addSignedIn();
  const administrator = await signIn(app);
  const pair = createPair();
  clock.advance(day);
  await administrator.session.refresh();
  await browser.client.session.refresh();
  const code = await authorize(browser, pair);
  await administrator.configs.update({ body: [{ key: 'general.sessionDuration', value: '1' }] });
  expect(await outcomeOfExchange(code, pair)).toBe('authorization_code_invalid');
  expect((await auditOf(browser.member)).at(-1)).toMatchObject([
    'session.sign_in',
    'refused',
    { reason: 'session over' },
  ]);
});

it('gives codes to sessions only, and few of them', async () => {
  const browser = await addSignedIn();
  const { codeChallenge } = createPair();
  const stranger = createClient({ baseUrl: app.url });
  const ask = (client: NodeClient) => outcomeOf(client.auth.authorizeProgram({ body: { codeChallenge } }));
  expect(await ask(stranger)).toBe('sign_in_required');

  const outcomes = await Promise.all(Array.from({ length: 21 }, () => ask(browser.client)));
  expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(1);
});

it('sets cookies where a page asks for them', async () => {
  const browser = await addSignedIn();
  const pair = createPair();
  const json = {
    code: await authorize(browser, pair),
    codeVerifier: pair.codeVerifier,
    transport: 'cookie',
  };
  const answer = await createCaller(app.url)('/auth/programs/signIn', { json });
  expect([...answer.cookies.keys()].sort()).toEqual(['access_token', 'refresh_token']);
  expect(answer.body).not.toHaveProperty('accessToken');
});

it('forgets codes that nobody came for', async () => {
  const browser = await addSignedIn();
  await authorize(browser, createPair());
  clock.advance(minute);
  await authorize(browser, createPair());
  await app.app.jobs.run('program-codes.sweep');
  expect(await codes()).toHaveLength(1);
});
