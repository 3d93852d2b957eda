import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it.each([
  'password',
  'Password1',
  'password123',
  'P@ssw0rd',
  'p4$$w0rd!',
  '12345678',
  '123456789',
  '87654321',
  '11111111',
  '12341234',
  '123123123',
  '11223344',
  'qwertyuiop',
  'qwerty123',
  'QwErTy12345',
  '1qaz2wsx',
  'zaq12wsx',
  'asdfghjkl',
  'abcd1234',
  'abc12345',
  '1q2w3e4r',
  'q1w2e3r4',
  'iloveyou',
  'iloveyou!',
  'sunshine',
  'Sunshine2024',
  'football1',
  'letmein1',
  'trustno1',
  'monkey123',
  '123monkey',
  'monkeymonkey',
  'changeme',
  'Welcome1!',
  'administrator',
  'admin1234',
  'letmein!!',
  'aaaaaaaa',
  '147258369',
  '66666666',
  'passw0rd',
  'test1234',
  'hallo123',
  'superman',
])('refuses %s', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

it.each([
  'correct horse battery staple',
  'Tr0ub4dor&3x',
  'xk7-Qp2m',
  'kettle-orbit-93',
  'monkey wrench ceiling',
  '48151623',
  'vierzehn Fahrräder',
  '密码很长很难猜',
  'passwordless entry',
])('accepts %s', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

it('stays quick on the longest and oddest input', () => {
  const startedAt = performance.now();
  for (const text of ['123'.repeat(85), 'ab'.repeat(128), `${'a1'.repeat(127)}!!`, 'qwertz'.repeat(42)]) {
    isCommonPassword(text);
  }
  expect(performance.now() - startedAt).toBeLessThan(500);
});
