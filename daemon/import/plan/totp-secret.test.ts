import { expect, it } from 'vitest';
import { findTotpStep } from '../../crypto/totp.ts';
import { readTotpSecret } from './totp-secret.ts';

it.each([
  [
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  ],
  [
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZP',
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  ],
  ['gezdgnbvgy3tqojqge======', 'GEZDGNBVGY3TQOJQGE'],
  ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
])('reads %s', async (text, secret) => {
  expect(readTotpSecret(text)).toBe(secret);
  expect(await findTotpStep(secret, '000000', 0)).toBeNull();
});

it.each(['GEZDGNBV', 'GEZDGNBVGY3TQOJQG', 'GEZDGNBVGY3TQOJQGEZ', 'GEZDGNBVGY3TQOJ1', ''])(
  'refuses %j',
  (text) => {
    expect(readTotpSecret(text)).toBeNull();
  },
);
