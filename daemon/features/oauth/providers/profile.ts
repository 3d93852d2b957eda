import type { Profile } from '../types.ts';

interface Facts extends Omit<Profile, 'usernames'> {
  usernames: readonly (string | null)[];
}

/** What a provider says of somebody; null: it does not say so. */
export function toProfile({ usernames, ...facts }: Facts): Profile {
  return { ...facts, usernames: usernames.filter((text) => text !== null) };
}

/** A claim that is a text, and one of sensible length; else null. */
export function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255 ? claim : null;
}
