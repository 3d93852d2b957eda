import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { Username } from '#sdk/contract/formats/primitives.js';
import type { Profile } from '../types.ts';

const longest = 32;

/**
 * Yields user names for a new account, the best first: the person's name at the provider as far as our user names allow
 * its characters, then the same with numbers, small ones first. Never ends.
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
  // For a name that hundreds of users have, counting up would take hundreds of queries.
  for (;;) yield withEnding(randomInt(10_000_000, 100_000_000));
}

/** Returns what a name becomes here; undefined when nothing of it can be a user name. */
export function usernameFrom(name: string): string | undefined {
  const username = toUsername(name);
  return isUsername(username) ? username : undefined;
}

/**
 * Keeps the part of an address before the at sign; letters lose their marks; a run of other characters becomes one
 * underscore.
 */
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
