import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { expect, it } from 'vitest';
import { newSessionId, newUserId } from '../../../crypto/ids.ts';
import { deriveKey } from '../../../crypto/keys.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { createAccessTokens } from './access-token.ts';

const minute = 60_000;
const secret = 'a secret of this instance';
const userId = newUserId();
const sessionId = newSessionId();

function open() {
  const clock = createFakeClock();
  return { clock, tokens: createAccessTokens(secret, clock) };
}

it('says who and which session, and nothing about rights', async () => {
  const { clock, tokens } = open();
  const { token, expiresAt } = await tokens.issue(userId, sessionId, clock.now() + 60 * minute);
  expect(expiresAt).toBe(clock.now() + 15 * minute);
  expect(await tokens.verify(token)).toEqual({ userId, sessionId, expiresAt });
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'at+jwt' });
  expect(Object.keys(decodeJwt(token)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
});

it('never outlives the session', async () => {
  const { clock, tokens } = open();
  const { expiresAt } = await tokens.issue(userId, sessionId, clock.now() + minute);
  expect(expiresAt).toBe(clock.now() + minute);
});

it('holds for 15 minutes; afterwards it only says which session was meant', async () => {
  const { clock, tokens } = open();
  const { token } = await tokens.issue(userId, sessionId, clock.now() + 60 * minute);
  clock.advance(15 * minute - 1000);
  expect(await tokens.verify(token)).not.toBeNull();
  clock.advance(1000);
  expect(await tokens.verify(token)).toBeNull();
  expect((await tokens.verifyExpired(token))?.sessionId).toBe(sessionId);
});

it('refuses tokens of another instance, another kind and another algorithm', async () => {
  const { clock, tokens } = open();
  const key = deriveKey(secret, 'access token');
  const seconds = Math.floor(clock.now() / 1000);
  const claims = {
    sub: userId,
    sid: sessionId,
    iss: 'fileshare',
    aud: 'fileshare',
    iat: seconds,
    exp: seconds + 60,
  };
  const sign = (changes: object, header: { alg: string; typ?: string } = { alg: 'HS256', typ: 'at+jwt' }) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader(header);
  expect(await tokens.verify(await sign({}).sign(key))).not.toBeNull();

  const longKey = new Uint8Array(64).fill(7);
  const refused = [
    new UnsecuredJWT(claims).encode(),
    await sign({}).sign(deriveKey('another secret', 'access token')),
    await sign({}).sign(deriveKey(secret, 'another purpose')),
    await sign({}, { alg: 'HS512', typ: 'at+jwt' }).sign(longKey),
    await sign({}, { alg: 'HS256', typ: 'JWT' }).sign(key),
    await sign({}, { alg: 'HS256' }).sign(key),
    await sign({ iss: 'else' }).sign(key),
    await sign({ aud: 'else' }).sign(key),
    await sign({ sid: undefined }).sign(key),
    await sign({ sub: undefined }).sign(key),
    await sign({ exp: undefined }).sign(key),
    await sign({ iat: undefined }).sign(key),
    await sign({ iat: seconds - 3600, exp: seconds + 3600 }).sign(key),
    'not.a.token',
    '',
  ];
  for (const token of refused) expect(await tokens.verify(token), token).toBeNull();
});
