import { AppError, makeError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Actor } from '../../http/actor.ts';
import type { Found, ShareAccess } from './access.ts';
import type { LimitLinkGuesses } from './link-guesses.ts';
import type { SharePasswords } from './passwords.ts';
import { factsOf, findClosed, findRefusal, type ShareRole } from './policy.ts';
import type { ShareRecord } from './types.ts';

interface Deps {
  access: Pick<ShareAccess, 'find'>;
  clock: Clock;
  limitLinkGuesses: LimitLinkGuesses;
  passwords: Pick<SharePasswords, 'checkAgain'>;
}

/** The share, and the role in which it is accessed. */
export interface AuthorizedShare {
  share: ShareRecord;
  role: ShareRole;
}

/**
 * Authorizes a download without a share token, with the password if the share has one. Shares with a view limit must be
 * opened first.
 *
 * @throws AppError with the reason for the refusal; `direct_link_password` for a missing or wrong password
 */
export type AuthorizeDirectLink = (
  actor: Actor,
  id: string,
  password: string | null,
) => Promise<AuthorizedShare>;

export function createAuthorizeDirectLink({
  access,
  clock,
  limitLinkGuesses,
  passwords,
}: Deps): AuthorizeDirectLink {
  async function authorizeVisitor(
    share: ShareRecord,
    password: string | null,
    ip: string,
  ): Promise<AuthorizedShare> {
    const closed = findClosed(factsOf(share, clock.now()));
    if (closed) throw makeError(closed, undefined);
    const { maxViews, passwordHash } = share;
    if (maxViews !== null) throw new AppError('share_token_required', { maxViews });
    if (passwordHash !== null) {
      if (!password) throw new AppError('direct_link_password');
      const isRight = await passwords.checkAgain({ ...share, passwordHash }, { password, ip });
      if (!isRight) throw new AppError('direct_link_password');
    }
    return { share, role: 'visitor' };
  }

  async function decide(
    { share, role }: Found,
    password: string | null,
    ip: string,
  ): Promise<AuthorizedShare> {
    if (!share) throw new AppError('share_not_found');
    const problem = findRefusal(role, 'share:download', factsOf(share, clock.now()));
    return problem ? authorizeVisitor(share, password, ip) : { share, role };
  }

  return async (actor, id, password) => {
    const found = await access.find(actor, id);
    return limitLinkGuesses({ actor, role: found.role }, () => decide(found, password, actor.ip));
  };
}
