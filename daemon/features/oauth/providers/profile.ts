import type { Profile } from '../types.ts';

interface Facts extends Omit<Profile, 'usernames'> {
  usernames: readonly (string | null)[];
}

/** Builds a profile from what a provider says about a user; null: it does not say. */
export function toProfile({ usernames, name, ...facts }: Facts): Profile {
  return { ...facts, name: clean(name), usernames: usernames.filter((text) => text !== null) };
}

/**
 * Makes a name safe to show: without control characters and marks that change the writing direction, and limited in
 * length.
 */
function clean(name: string | null): string | null {
  return name?.slice(0, 255).replaceAll(/\p{C}/gu, '') || null;
}

/** Returns a claim if it is a text of sensible length; otherwise null. */
export function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255 ? claim : null;
}
