import { allowsReverseShares } from '#sdk/contract/config/policies.js';
import { AppError, makeError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Passwords } from '../../crypto/passwords.ts';
import { hashToken } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { LimitLinkGuesses } from '../shares/link-guesses.ts';
import type { ReverseShareLinks } from '../shares/reverse-share-terms.ts';
import { findRefusal } from './policy.ts';
import type { ReverseShareRepo } from './repo.ts';
import type { Invitation, ReverseShareRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ reverseShares: ReverseShareRepo }>;
  config: ConfigReader;
  clock: Clock;
  limitLinkGuesses: LimitLinkGuesses;
  throttle: Pick<Throttle, 'attempt'>;
  passwords: Pick<Passwords, 'verify' | 'needsRehash' | 'hash'>;
}

/** The link of a reverse share, as its senders use it. */
export interface ReverseShareLinkService extends ReverseShareLinks {
  /** @throws AppError `reverse_share_not_found`, `reverse_share_closed`, `reverse_share_used_up`, `too_many_requests` */
  findInvitation(token: string, actor: Actor): Promise<Invitation>;
}

export function createReverseShareLinks({
  uow,
  config,
  clock,
  limitLinkGuesses,
  throttle,
  passwords,
}: Deps): ReverseShareLinkService {
  const invite = (token: string, actor: Actor): Promise<Invitation> =>
    limitLinkGuesses({ actor, role: 'stranger' }, async () => {
      const invitation = await uow.read.reverseShares.findInvitation(hashToken(token));
      if (!invitation) throw new AppError('reverse_share_not_found');
      const refusal = findRefusal(invitation.reverseShare, clock.now());
      if (refusal) throw makeError(refusal, undefined);
      if (!allowsReverseShares({ isAdmin: invitation.isOfAdmin }, config.get))
        throw new AppError('reverse_share_closed');
      return invitation;
    });

  async function checkPassword(
    { id, passwordHash }: ReverseShareRecord,
    { password, ip }: { password: string | undefined; ip: string },
  ): Promise<void> {
    if (passwordHash === null) return;
    if (!password) throw new AppError('share_password_required');
    const attempt = await throttle.attempt('sharePassword', { ip, subject: id });
    if (!(await attempt.guess(() => passwords.verify(passwordHash, password))))
      throw new AppError('share_password_wrong');
    if (!passwords.needsRehash(passwordHash, password)) return;
    const stronger = await passwords.hash(password);
    await uow.transaction(({ reverseShares }) =>
      reverseShares.replacePasswordHash(id, passwordHash, stronger),
    );
  }

  return {
    findInvitation: invite,

    async explainRefusal(id) {
      const reverseShare = await uow.read.reverseShares.findById(id);
      const invitation =
        reverseShare && (await uow.read.reverseShares.findInvitation(reverseShare.tokenHash));
      if (!invitation) return new AppError('reverse_share_not_found');
      return makeError(
        findRefusal(invitation.reverseShare, clock.now()) ?? 'reverse_share_used_up',
        undefined,
      );
    },

    async accept({ token, password }, actor) {
      const { reverseShare } = await invite(token, actor);
      if (reverseShare.requiresSignIn && !actor.user) throw new AppError('sign_in_required');
      await checkPassword(reverseShare, { password, ip: actor.ip });
      return {
        reverseShareId: reverseShare.id,
        ownerId: reverseShare.ownerId,
        expiration: reverseShare.shareExpiration,
        maxSize: reverseShare.maxShareSize,
        hasSimpleForm: reverseShare.hasSimpleForm,
      };
    },
  };
}
