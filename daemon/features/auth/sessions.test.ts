import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { newUserId } from '../../crypto/ids.ts';
import { hashToken } from '../../crypto/tokens.ts';
import { createLogger } from '../../logger.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { createAuditLog } from '../audit/log.ts';
import type { UserRecord } from '../users/types.ts';
import { createAuthJobs } from './jobs.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createAccessTokens, createRefreshTokens } from './tokens/access-token.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: 'a request' };
const ended = new AppError('session_expired');

let database: TestUnitOfWork;
let clock: FakeClock;
let sessions: Sessions;
let user: UserRecord;
let sessionHours: number;

beforeEach(async () => {
  database = await openTestUnitOfWork();
  clock = createFakeClock();
  sessionHours = 2160;
  sessions = openSessions(database.uow);
  user = {
    id: newUserId(),
    username: 'ann',
    usernameKey: 'ann',
    displayName: null,
    email: 'ann@example.org',
    emailKey: 'ann@example.org',
    passwordHash: null,
    isAdmin: false,
    totpSecret: null,
    quota: null,
    disabledAt: null,
    lastSignInAt: null,
    createdAt: clock.now(),
  };
  await database.uow.transaction(({ users }) => users.insert(user));
});
afterEach(() => database.close());

function openSessions(uow: TestUnitOfWork['uow']): Sessions {
  return createSessions({
    uow,
    audit: createAuditLog({ uow, clock }),
    // The only variable that sessions read.
    config: { get: () => sessionHours as never },
    clock,
    logger: createLogger({ level: 'silent', format: 'json' }),
    accessTokens: createAccessTokens('secret', clock),
    refreshTokens: createRefreshTokens('secret'),
  });
}

it('replaces the refresh token at every use', async () => {
  const first = await sessions.open(user, origin);
  const second = await sessions.refresh(first.refreshToken, origin);
  const third = await sessions.refresh(second.refreshToken, origin);
  expect(new Set([first.refreshToken, second.refreshToken, third.refreshToken]).size).toBe(3);
  expect(await sessions.verify(third.accessToken)).toMatchObject({ user: { id: user.id, isAdmin: false } });
});

it('stores only hashes of refresh tokens', async () => {
  const { accessToken, refreshToken } = await sessions.open(user, origin);
  const { sessionId } = (await sessions.verify(accessToken)) ?? {};
  const record = sessionId && (await database.uow.read.sessions.findById(sessionId));
  expect(record).toMatchObject({ refreshHash: hashToken(refreshToken), userAgent: 'test' });
  expect(JSON.stringify(record)).not.toContain(refreshToken);
});

it('gives everybody who refreshes at the same moment the same successor, over two processes', async () => {
  const { refreshToken } = await sessions.open(user, origin);
  const other = openSessions(await database.openAnother());
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? other : sessions).refresh(refreshToken, origin)),
  );
  expect(new Set(results.map((result) => result.refreshToken)).size).toBe(1);
  for (const result of results) expect(await sessions.verify(result.accessToken)).not.toBeNull();
});

it('forgives within the grace time, even when the winner has refreshed again', async () => {
  const first = await sessions.open(user, origin);
  const second = await sessions.refresh(first.refreshToken, origin);
  clock.advance(10_000);
  const third = await sessions.refresh(second.refreshToken, origin);
  clock.advance(20_000);
  expect((await sessions.refresh(first.refreshToken, origin)).refreshToken).toBe(third.refreshToken);
  expect((await sessions.refresh(second.refreshToken, origin)).refreshToken).toBe(third.refreshToken);
});

it('ends the session when a replaced token comes after the grace time', async () => {
  const first = await sessions.open(user, origin);
  const second = await sessions.refresh(first.refreshToken, origin);
  clock.advance(30_001);
  await expect(sessions.refresh(first.refreshToken, origin)).rejects.toEqual(ended);
  expect(await sessions.verify(second.accessToken)).toBeNull();
  await expect(sessions.refresh(second.refreshToken, origin)).rejects.toEqual(ended);
});

it('ends the session when a token comes back after many replacements', async () => {
  const first = await sessions.open(user, origin);
  let current = first;
  for (let use = 0; use < 5; use += 1) {
    clock.advance(10 * minute);
    current = await sessions.refresh(current.refreshToken, origin);
  }
  await expect(sessions.refresh(first.refreshToken, origin)).rejects.toEqual(ended);
  await expect(sessions.refresh(current.refreshToken, origin)).rejects.toEqual(ended);
});

it('leaves the session alone when somebody makes a token up', async () => {
  const first = await sessions.open(user, origin);
  const forged = `${first.refreshToken.slice(0, -1)}${first.refreshToken.endsWith('A') ? 'B' : 'A'}`;
  await expect(sessions.refresh(forged, origin)).rejects.toEqual(ended);
  await expect(sessions.refresh(first.refreshToken, origin)).resolves.toBeDefined();
});

it('signs out at once: access token, refresh token and those within the grace time', async () => {
  const first = await sessions.open(user, origin);
  const second = await sessions.refresh(first.refreshToken, origin);
  const { sessionId } = (await sessions.verify(second.accessToken)) ?? {};
  if (!sessionId) throw new Error('no session');
  await sessions.close(sessionId, origin);
  expect(await sessions.verify(second.accessToken)).toBeNull();
  await expect(sessions.refresh(first.refreshToken, origin)).rejects.toEqual(ended);
  await expect(sessions.refresh(second.refreshToken, origin)).rejects.toEqual(ended);
});

it('writes down once that a session was signed out, by many at the same moment', async () => {
  const id = await sessions.findByAccessToken((await sessions.open(user, origin)).accessToken);
  if (!id) throw new Error('no session');
  const other = openSessions(await database.openAnother());
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 ? other : sessions).close(id, origin)),
  );
  const entries = await database.uow.read.audit.listNewest({}, { before: null, limit: 10 });
  expect(entries.map(({ action }) => action)).toEqual(['session.sign_out']);
});

it('ends an unused session after 30 days', async () => {
  const { refreshToken } = await sessions.open(user, origin);
  clock.advance(30 * day);
  await expect(sessions.refresh(refreshToken, origin)).rejects.toEqual(ended);
});

it('ends a session at its age, however much it is used', async () => {
  sessionHours = 48;
  let current = await sessions.open(user, origin);
  clock.advance(day);
  current = await sessions.refresh(current.refreshToken, origin);
  clock.advance(day - 5 * minute);
  current = await sessions.refresh(current.refreshToken, origin);
  expect(current.accessTokenExpiresAt - clock.now()).toBe(5 * minute);
  clock.advance(5 * minute);
  expect(await sessions.verify(current.accessToken)).toBeNull();
  await expect(sessions.refresh(current.refreshToken, origin)).rejects.toEqual(ended);
});

it('finds the session of an access token that has expired', async () => {
  const { accessToken } = await sessions.open(user, origin);
  const id = await sessions.findByAccessToken(accessToken);
  clock.advance(day);
  expect(await sessions.verify(accessToken)).toBeNull();
  expect(await sessions.findByAccessToken(accessToken)).toBe(id);
  expect(await sessions.findByAccessToken('not.a.token')).toBeNull();
});

it('sweeps sessions that have ended', async () => {
  const { accessToken } = await sessions.open(user, origin);
  const id = await sessions.findByAccessToken(accessToken);
  const sweep = createAuthJobs({
    uow: database.uow,
    clock,
    clockWatch: { deletionTime: async () => clock.now() },
  })[0];
  await sweep?.run(new AbortController().signal);
  expect(id && (await database.uow.read.sessions.findById(id))).not.toBeNull();
  clock.advance(31 * day);
  await sweep?.run(new AbortController().signal);
  expect(id && (await database.uow.read.sessions.findById(id))).toBeNull();
});
