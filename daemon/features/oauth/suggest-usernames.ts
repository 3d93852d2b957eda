import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { Username } from '#sdk/contract/formats/primitives.js';
import type { Profile } from './types.ts';

const longest = 32;

/**
 * What a new account can be called, the best first: as the person is called elsewhere, as far as the signs of our user
 * names go, then the same with numbers, small ones first. Never ends.
 */
export function* suggestUsernames({
  usernames,
  email,
}: Pick<Profile, 'usernames' | 'email'>): Generator<string, never> {
  const names = [...usernames, email ?? ''].map(toUsername).filter(isUsername);
  const [base = 'user'] = names;
  yield* new Set([base, ...names]);
  const withEnding = (number: number) => {
    const ending = `_${number}`;
    return `${base.slice(0, longest - ending.length)}${ending}`;
  };
  for (let number = 2; number <= 10; number += 1) yield withEnding(number);
  // Of a name that hundreds have the next number would take hundreds of questions.
  for (;;) yield withEnding(randomInt(10_000_000, 100_000_000));
}

/** Of an address the part before the at-sign; letters without their marks; for a run of other signs one line. */
function toUsername(text: string): string {
  const [name = ''] = text.split('@');
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_.]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, longest);
}

function isUsername(text: string): boolean {
  return z.safeParse(Username, text).success;
}
