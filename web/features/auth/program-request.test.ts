import { describe, expect, it } from 'vitest';
import { programAddress, readProgramRequest } from './program-request.ts';

const whole = { port: '49152', state: 's'.repeat(43), challenge: 'c'.repeat(43) };
const read = (params: Record<string, string>) => readProgramRequest(new URLSearchParams(params));

describe('readProgramRequest', () => {
  it('takes what the program asks', () => {
    expect(read(whole)).toEqual({ port: 49_152, state: whole.state, codeChallenge: whole.challenge });
  });

  it.each([
    {},
    { ...whole, port: '' },
    { ...whole, port: '0' },
    { ...whole, port: '65536' },
    { ...whole, port: '080' },
    { ...whole, port: '80@evil.example' },
    { ...whole, port: '1e3' },
    { ...whole, state: '' },
    { ...whole, state: 'a b' },
    { ...whole, state: 's'.repeat(201) },
    { ...whole, challenge: '' },
    { ...whole, challenge: 'c'.repeat(42) },
    { ...whole, challenge: '='.repeat(43) },
  ])('refuses what cannot come from it: %j', (params) => expect(read(params)).toBeNull());
});

describe('programAddress', () => {
  const request = { port: 4711, state: 'its-state', codeChallenge: whole.challenge };

  it('is the loopback address with the answer and the state', () => {
    expect(programAddress(request, { code: 'a&b' })).toBe(
      'http://127.0.0.1:4711/?code=a%26b&state=its-state',
    );
    expect(programAddress(request, { error: 'access_denied' })).toBe(
      'http://127.0.0.1:4711/?error=access_denied&state=its-state',
    );
  });
});
