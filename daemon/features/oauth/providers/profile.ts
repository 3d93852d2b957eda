import type { Profile } from '../types.ts';

interface Facts extends Omit<Profile, 'usernames'> {
  usernames: readonly (string | null)[];
}

/** What a provider says of somebody, with the address as the last source of the user name. */
export function toProfile({ usernames, ...facts }: Facts): Profile {
  const candidates = [...usernames, facts.email].map((text) => text?.replace(/@.*$/s, '') ?? '');
  return { ...facts, usernames: [...new Set(candidates)].filter((text) => text !== '') };
}

/** A claim that is a text, and one of sensible length; else null. */
export function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255 ? claim : null;
}
