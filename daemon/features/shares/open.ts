import { AppError, makeError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import { factsOf, grantLifetime, type ShareAccess } from './access.ts';
import type { GrantRepo } from './grant-repo.ts';
import { findClosed } from './policy.ts';
import type { ShareRepo } from './repo.ts';
import type { ShareRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ shares: ShareRepo; grants: GrantRepo }>;
  clock: Clock;
  access: ShareAccess;
  verifyPassword(hash: string, password: string): Promise<boolean>;
}

export interface OpenedShare {
  /** The share token: opens this share, and the others this visitor has opened. */
  token: string;
  expiresAt: number;
}

export type ShareOpener = ReturnType<typeof createShareOpener>;

/** Opening a share: the one act that asks for the password and consumes a view. */
export function createShareOpener({ uow, clock, access, verifyPassword }: Deps) {
  async function checkPassword(share: ShareRecord, password: string | undefined): Promise<void> {
    if (share.passwordHash === null) return;
    if (password === undefined || password === '') throw new AppError('share_password_required');
    if (!(await verifyPassword(share.passwordHash, password))) throw new AppError('share_password_wrong');
  }

  /** Only a token of our own making that still holds is used again; anything else could be planted. */
  async function chooseToken(actor: Actor): Promise<string> {
    const presented = actor.visitorToken;
    const isKnown = presented && (await uow.read.grants.isKnown(hashToken(presented), clock.now()));
    return isKnown ? presented : newToken(tokenPrefixes.visitor);
  }

  return async function openShare(actor: Actor, id: string, password?: string): Promise<OpenedShare> {
    const share = await uow.read.shares.findById(id);
    if (!share) throw new AppError('share_not_found');
    const role = await access.roleOf(actor, share);
    const isVisit = role === 'stranger' || role === 'uploader';
    const now = clock.now();
    const closed = findClosed({ ...factsOf(share, now), ...(!isVisit && { maxViews: null }) });
    if (closed) throw makeError(closed, undefined);
    if (isVisit) await checkPassword(share, password);

    const token = await chooseToken(actor);
    const expiresAt = now + grantLifetime;
    await uow.transaction(async ({ shares, grants }) => {
      if (isVisit && !(await shares.consumeView(share.key))) throw new AppError('share_view_limit');
      const { passwordVersion } = share;
      await grants.save(hashToken(token), share.key, { passwordVersion, createdAt: now, expiresAt });
    });
    return { token, expiresAt };
  };
}
