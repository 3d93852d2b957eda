import type { Profile } from '../types.ts';

interface Facts extends Omit<Profile, 'usernames'> {
  usernames: readonly (string | null)[];
}

/** What a provider says of somebody; null: it does not say so. */
export function toProfile({ usernames, name, ...facts }: Facts): Profile {
  return { ...facts, name: clean(name), usernames: usernames.filter((text) => text !== null) };
}

/** As it can be shown: neither control characters nor marks that turn the writing around, and of sensible length. */
function clean(name: string | null): string | null {
  return name?.slice(0, 255).replaceAll(/\p{C}/gu, '') || null;
}

/** A claim that is a text, and one of sensible length; else null. */
export function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255 ? claim : null;
}
