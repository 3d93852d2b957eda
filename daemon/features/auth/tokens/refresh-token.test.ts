import { expect, it } from 'vitest';
import { SessionId } from '#sdk/contract/formats/primitives.js';
import { createRefreshTokens } from './access-token.ts';

const sessionId = SessionId.parse('0123456789abcdef0123456789abcdef');
const tokens = createRefreshTokens('a secret of this instance');

it('knows its own tokens and their session', () => {
  const token = tokens.create(sessionId);
  expect(tokens.sessionOf(token)).toBe(sessionId);
  expect(tokens.create(sessionId)).not.toBe(token);
  expect(token.length).toBeLessThanOrEqual(200);
});

it('derives the same successor each time, which is a token of the same session', () => {
  const token = tokens.create(sessionId);
  const successor = tokens.successorOf(token);
  expect(successor).not.toBe(token);
  expect(tokens.successorOf(token)).toBe(successor);
  expect(tokens.sessionOf(successor)).toBe(sessionId);
  expect(tokens.successorOf(successor)).not.toBe(successor);
});

it('refuses what it did not make', () => {
  const token = tokens.create(sessionId);
  const foreign = createRefreshTokens('another secret').create(sessionId);
  const otherSession = token.replace(sessionId, 'f'.repeat(32));
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  for (const candidate of [foreign, otherSession, changed, '', 'fsr_', `${token}x`, token.slice(0, -44)]) {
    expect(tokens.sessionOf(candidate)).toBeNull();
  }
});
