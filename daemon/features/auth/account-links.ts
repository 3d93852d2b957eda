import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { UserRecord } from '../users/types.ts';
import type { LinkRepo } from './repos/link-repo.ts';
import type { LinkPurpose, LinkRecord } from './types.ts';

interface Deps {
  clock: Clock;
  config: ConfigReader;
}

export type AccountLinks = ReturnType<typeof createAccountLinks>;

const hour = 3_600_000;

/** Tokens are in the fragment: browsers never send it, so it is in no log and no `Referer`. */
const purposes = {
  reset: { page: '/auth/resetPassword', fragment: '', lifetime: hour },
  invite: { page: '/auth/resetPassword', fragment: '&invitation=1', lifetime: 72 * hour },
  email: { page: '/auth/confirmEmail', fragment: '', lifetime: 24 * hour },
} as const satisfies Record<LinkPurpose, { page: string; fragment: string; lifetime: number }>;

/** Mailed links: each can be used once, and only the newest of a purpose is valid. */
export function createAccountLinks({ clock, config }: Deps) {
  const query = (token: string, allowed: readonly LinkPurpose[]) => ({
    tokenHash: hashToken(token),
    purposes: allowed,
    now: clock.now(),
  });

  return {
    /** Issues a link for `user` that is mailed to `email`. */
    async issue(
      links: LinkRepo,
      { user, purpose, email }: { user: UserRecord; purpose: LinkPurpose; email: string },
    ): Promise<{ url: string; expiresAt: number }> {
      const { page, fragment, lifetime } = purposes[purpose];
      const token = newToken(tokenPrefixes.link);
      const expiresAt = clock.now() + lifetime;
      await links.save({ userId: user.id, purpose, tokenHash: hashToken(token), email, expiresAt });
      const origin = new URL(config.get('general.appUrl')).origin;
      return { url: `${origin}${page}#token=${token}${fragment}`, expiresAt };
    },

    /** Returns the account of a link; null when the link is not valid. */
    findOwner: (links: LinkRepo, token: string, allowed: readonly LinkPurpose[]): Promise<UserId | null> =>
      links.findOwner(query(token, allowed)),

    /** Uses a link up; null when it is not valid. */
    take: (links: LinkRepo, token: string, allowed: readonly LinkPurpose[]): Promise<LinkRecord | null> =>
      links.take(query(token, allowed)),
  };
}
