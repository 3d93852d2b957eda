import { describe, expect, it } from 'vitest';
import { readAccessToken } from './access-token.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { sub: 'u1', sid: 's1', exp: 1_900_000_000, name: 'Ünï ÿ?>' };

describe('readAccessToken', () => {
  it('reads the claims', () => {
    expect(readAccessToken(`h.${encode(claims)}.s`)).toEqual({
      userId: 'u1',
      sessionId: 's1',
      expiresAt: new Date('2030-03-17T17:46:40Z'),
    });
  });

  it.each([
    '',
    'a',
    `h.${encode(claims)}`,
    `h.${encode(claims)}.s.x`,
    `h.${encode(claims)}.`,
    'h..s',
    'h.%%%.s',
    `h.${encode('text')}.s`,
    `h.${encode(null)}.s`,
    `h.${encode({ sub: 'u1' })}.s`,
  ])('refuses %j', (token) => {
    expect(() => readAccessToken(token)).toThrow(TypeError);
  });
});
