import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { createPasswords, lowestCost } from './passwords.ts';

const passwords = createPasswords(lowestCost);

it('makes argon2id hashes in PHC form with the cost asked for', async () => {
  const encoded = await passwords.hash('correct horse');
  expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.hash('correct horse')).not.toBe(encoded);
});

it('uses the strong cost unless told otherwise', async () => {
  expect(await createPasswords().hash('correct horse')).toContain('$m=65536,t=3,p=1$');
});

it('compares exactly: no trimming, no change of case, no Unicode rewriting', async () => {
  const encoded = await passwords.hash(' Pässword\u0301 ');
  expect(await passwords.verify(encoded, ' Pässword\u0301 ')).toBe(true);
  for (const other of ['Pässword\u0301', ' pässword\u0301 ', ' Pässword\u0301 '.normalize('NFD')]) {
    expect(await passwords.verify(encoded, other)).toBe(false);
  }
});

it('never hashes a text longer than any password', async () => {
  const long = 'x'.repeat(257);
  const encoded = await passwords.hash(long);
  expect(await passwords.verify(encoded, long)).toBe(false);
});

it('asks for a new hash when the old one is weaker', async () => {
  const weak = await passwords.hash('correct horse');
  expect(passwords.needsRehash(weak)).toBe(false);
  expect(createPasswords({ ...lowestCost, passes: 3 }).needsRehash(weak)).toBe(true);
  expect(createPasswords({ ...lowestCost, memoryKiB: 32_768 }).needsRehash(weak)).toBe(true);
});

it('refuses costs below the minimum', () => {
  expect(() => createPasswords({ ...lowestCost, memoryKiB: 8192 })).toThrow(RangeError);
  expect(() => createPasswords({ ...lowestCost, passes: 1 })).toThrow(RangeError);
});

it('verifies against nothing for unknown accounts', async () => {
  expect(await passwords.verifyDummy('correct horse')).toBe(false);
});

it('turns callers away when two hash and 64 wait', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 70 }, () => passwords.hash('correct horse')),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(4);
  expect(refused[0]?.reason).toEqual(new AppError('overloaded', { seconds: 5 }));
  await expect(passwords.hash('correct horse')).resolves.toMatch(/^\$argon2id/);
});
