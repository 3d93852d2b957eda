import { expect, it } from 'vitest';
import { failingAs } from './protocol-errors.ts';
import { SocialSignInError } from './types.ts';

async function refuse(error: unknown): Promise<never> {
  throw error;
}

async function reasonOf(error: unknown): Promise<string> {
  let refusal: unknown;
  try {
    await failingAs('invalid_token', async () => refuse(error));
  } catch (reason) {
    refusal = reason;
  }
  if (!(refusal instanceof SocialSignInError)) throw new Error('expected a refusal');
  expect(refusal.code).toBe('invalid_token');
  expect(JSON.stringify(Object.getOwnPropertyDescriptors(refusal.cause))).not.toContain('gho_secret');
  return String(refusal.cause);
}

it('says by which code a provider refused, with a status of success too', async () => {
  const refused = Object.assign(new Error('refused'), { error: 'invalid_client', code: 'OAUTH_BODY' });
  expect(await reasonOf(refused)).toBe('Error: refused (invalid_client)');
  const challenge = {
    cause: [{ scheme: 'basic', parameters: { realm: 'gho_secret' } }],
    code: 'OAUTH_CHALLENGE',
  };
  expect(await reasonOf(Object.assign(new Error('refused'), challenge))).toBe(
    'Error: refused (invalid_client)',
  );
  const bearer = { cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }] };
  expect(await reasonOf(Object.assign(new Error('refused'), bearer))).toBe('Error: refused (invalid_token)');
  const body = { error: 'bad_verification_code', access_token: 'gho_secret' };
  const wrapped = new Error('invalid response', { cause: new Error('no token', { cause: { body } }) });
  expect(await reasonOf(wrapped)).toBe('Error: invalid response: no token (bad_verification_code)');
});

it('quotes no answer', async () => {
  const quoting = new SyntaxError('Unexpected token, "gho_secret" is not valid JSON');
  expect(await reasonOf(new Error('parsing failed', { cause: quoting }))).toBe(
    'Error: parsing failed: no JSON',
  );
});

it('leaves a reason that is known as it is', async () => {
  const known = new SocialSignInError('discord_guild_permission_denied');
  await expect(failingAs('default', async () => refuse(known))).rejects.toBe(known);
});
