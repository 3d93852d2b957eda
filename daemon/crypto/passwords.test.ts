import { hash as argon2Hash, type Options } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { createPasswords, isKnownHash, lowestCost } from './passwords.ts';

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
  expect(passwords.needsRehash(weak, 'correct horse')).toBe(false);
  expect(createPasswords({ ...lowestCost, passes: 3 }).needsRehash(weak, 'correct horse')).toBe(true);
  expect(createPasswords({ ...lowestCost, memoryKiB: 32_768 }).needsRehash(weak, 'correct horse')).toBe(true);
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

/** Made by the `crypt` of libxcrypt. */
const bcrypt = {
  ofCorrectHorse: '$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e',
  of72: '$2b$04$abcdefghijklmnopqrstuubzadhGtS2zEF.gu0yd0opP6cVzb.e0i',
  ofUmlaut: '$2b$04$abcdefghijklmnopqrstuuhJm5KpqM.dlQooPxL3FDNBUbeD/8Crq',
};

it.each(['$2a$', '$2b$', '$2y$'])('verifies bcrypt hashes that begin with %s', async (prefix) => {
  const encoded = bcrypt.ofCorrectHorse.replace('$2b$', prefix);
  expect(await passwords.verify(encoded, 'correct horse')).toBe(true);
  expect(await passwords.verify(encoded, 'Correct horse')).toBe(false);
  expect(await passwords.verify(bcrypt.ofUmlaut.replace('$2b$', prefix), 'Pässword')).toBe(true);
});

it('asks for a new hash in place of one of bcrypt, unless bcrypt has ignored a part of the password', async () => {
  expect(passwords.needsRehash(bcrypt.ofCorrectHorse, 'correct horse')).toBe(true);
  const longer = 'x'.repeat(80);
  expect(await passwords.verify(bcrypt.of72, longer)).toBe(true);
  expect(passwords.needsRehash(bcrypt.of72, longer)).toBe(false);
  expect(passwords.needsRehash(bcrypt.of72, 'x'.repeat(72))).toBe(true);
});

it.each([
  ['argon2d', 0],
  ['argon2i', 1],
])('verifies and replaces hashes of %s', async (_name, algorithm) => {
  const encoded = await argon2({ algorithm, parallelism: 4, memoryCost: 65_536, timeCost: 3 });
  expect(isKnownHash(encoded)).toBe(true);
  expect(await passwords.verify(encoded, 'correct horse')).toBe(true);
  expect(await passwords.verify(encoded, 'wrong')).toBe(false);
  expect(passwords.needsRehash(encoded, 'correct horse')).toBe(true);
});

it('knows which foreign hashes it can verify at a cost that it accepts', async () => {
  for (const known of Object.values(bcrypt)) expect(isKnownHash(known)).toBe(true);
  expect(isKnownHash(await passwords.hash('correct horse'))).toBe(true);
  const unknown = [
    '',
    'plain text',
    '$1$abc$def',
    '$2b$31$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e',
    '$2x$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e',
    '$argon2id$v=19$m=9999999,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2g',
    '$argon2id$v=19$m=65536,t=999,p=1$c2FsdHNhbHQ$aGFzaGhhc2g',
  ];
  for (const encoded of unknown) expect(isKnownHash(encoded)).toBe(false);
});

const argon2 = (options: Options) => argon2Hash('correct horse', options);
