import { expect, it } from 'vitest';
import { findTotpStep, newTotpSecret, totpAddress } from './totp.ts';

const second = 1000;
/** The secret of RFC 6238, appendix B: "12345678901234567890". */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('accepts at %d seconds the last six digits of %s (RFC 6238, appendix B)', async (time, code) => {
  expect(await findTotpStep(secret, code.slice(2), time * second)).toBe(Math.floor(time / 30));
});

it('accepts the step before and the one after, and no other', async () => {
  // Step 37037036 lasts from 1111111080 to 1111111109.
  const code = '081804';
  const step = 37_037_036;
  const start = step * 30 * second;
  expect(await findTotpStep(secret, code, start - 30 * second)).toBe(step);
  expect(await findTotpStep(secret, code, start + 60 * second - 1)).toBe(step);
  expect(await findTotpStep(secret, code, start - 30 * second - 1)).toBeNull();
  expect(await findTotpStep(secret, code, start + 60 * second)).toBeNull();
});

it('takes the two groups of three that authenticators show', async () => {
  expect(await findTotpStep(secret, '081 804', 1_111_111_109 * second)).toBe(37_037_036);
});

it.each([
  '',
  '08180',
  '0818044',
  '08 18 04',
  '-81804',
  '+81804',
  '8180e4',
  '٠٨١٨٠٤',
  '０８１８０４',
  '081804\n',
  'x'.repeat(1_000_000),
])('takes what is not six digits for a wrong code', async (code) => {
  expect(await findTotpStep(secret, code, 1_111_111_109 * second)).toBeNull();
});

it('makes secrets of 160 bits, never the same', async () => {
  const secrets = new Set(await Promise.all(Array.from({ length: 50 }, newTotpSecret)));
  expect(secrets.size).toBe(50);
  for (const made of secrets) expect(made).toMatch(/^[A-Z2-7]{32}$/);
});

it('accepts the short secrets of imported accounts', async () => {
  // Ten bytes, "1234567890": the code is that of `oathtool --totp -b GEZDGNBVGY3TQOJQ -N @59`.
  expect(await findTotpStep('GEZDGNBVGY3TQOJQ', '263420', 59 * second)).toBe(1);
});

it('names issuer and account in the address, whatever they contain', async () => {
  const label = { issuer: 'Ann: & Söhne?', account: 'a+b@example.org', secret };
  const address = new URL(await totpAddress(label));
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(address.pathname)).toBe('/Ann  & Söhne?:a+b@example.org');
  expect(Object.fromEntries(address.searchParams)).toEqual({ secret, issuer: 'Ann  & Söhne?' });
});
