import { expect, it } from 'vitest';
import { createRecoveryCodes } from './recovery-codes.ts';

const recoveryCodes = createRecoveryCodes('a secret of this instance');

it('makes ten different codes of signs that nobody mixes up', () => {
  const { codes, hashes } = recoveryCodes.create('ann');
  expect([new Set(codes).size, new Set(hashes).size]).toEqual([10, 10]);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  expect(codes.map((code) => recoveryCodes.hash('ann', code))).toEqual(hashes);
});

it.each(['ABCDE-FGH10', ' abcde fgh10 ', 'abcdefgh10', 'a-b-c-d-e-f-g-h-1-0', 'abcde–fghIO', 'abcdefghlo'])(
  'reads %j as abcde-fgh10',
  (spelt) => {
    expect(recoveryCodes.hash('ann', spelt)).toBe(recoveryCodes.hash('ann', 'abcde-fgh10'));
  },
);

it.each(['', 'abcde-fgh1', 'abcde-fgh100', 'abcde-fghu0', 'abcde_fgh10', 'àbcde-fgh10', '123456'])(
  'knows that %j is none',
  (text) => {
    expect(recoveryCodes.hash('ann', text)).toBeNull();
  },
);

it('makes hashes that are of no use for another account or another instance', () => {
  const hash = recoveryCodes.hash('ann', 'abcde-fgh10');
  expect(recoveryCodes.hash('eve', 'abcde-fgh10')).not.toBe(hash);
  expect(createRecoveryCodes('another secret').hash('ann', 'abcde-fgh10')).not.toBe(hash);
});
