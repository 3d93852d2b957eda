import { faultPoint } from '#faults';
import { creatorOf } from '#sdk/contract/config/policies.js';
import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import { causeOf, shareEvent } from './audit-events.ts';
import { decideExpiry, defaultExpiration, expiryAtPublication, isDatePast } from './decide-expiry.ts';
import { creatorOfShare, type ShareLimits } from './limits.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import type { ShareRecord } from './types.ts';

interface Repos {
  lock: Lock;
  audit: AuditRepo;
  shares: ShareRepo;
  users: { findById(id: UserId): Promise<{ isAdmin: boolean } | null> };
}

interface Deps<R extends Repos> {
  uow: UnitOfWork<R>;
  clock: Clock;
  audit: Pick<AuditLog, 'note'>;
  shareLimits: Pick<ShareLimits, 'rulesFor'>;
  /** Finishes uploads that have all their bytes; returns how many are still incomplete. */
  finishUploads(share: ShareRecord): Promise<number>;
  /** Called for a share whose files are complete. */
  prepareArchive(share: ShareRecord): Promise<void>;
  /** Mails the link of a share, within the transaction that publishes it. */
  announce(tx: Transaction<R>, share: ShareRecord): Promise<void>;
}

interface Transaction<R> {
  repos: R;
  afterCommit: AfterCommit;
}

type ShareEnd = Pick<ShareRecord, 'expiration' | 'expiresAt'>;

/**
 * Publishes a draft, or ends adding files to a share. Repeating it after success returns the same result. A draft that is
 * refused stays as it is.
 *
 * @throws AppError `share_removed`, `share_not_found`, `share_empty`, `share_incomplete`, `share_expiration_past`
 */
export type CompleteShare = (share: ShareRecord, by: AuditCause) => Promise<ShareRecord>;

export function createCompleteShare<R extends Repos>(deps: Deps<R>): CompleteShare {
  const { uow, clock, shareLimits } = deps;

  /** Administrators may have chosen an expiry that others may not. */
  async function findMaxHours(share: ShareRecord, { users }: Repos): Promise<number> {
    const { maxHours } = shareLimits.rulesFor(creatorOfShare(share));
    if (maxHours === 0 || share.ownerId === null || share.reverseShareId !== null) return maxHours;
    const isAdmin = (await users.findById(share.ownerId))?.isAdmin ?? false;
    return shareLimits.rulesFor(creatorOf({ isAdmin })).maxHours;
  }

  /** Nobody can choose another date for a share that was sent: the default applies, as when it was created. */
  async function decideEnd(share: ShareRecord, repos: Repos, now: number): Promise<ShareEnd> {
    const { expiration } = share;
    const rules = { now, maxHours: await findMaxHours(share, repos) };
    if (share.reverseShareId === null || !isDatePast(share, now))
      return { expiration, expiresAt: expiryAtPublication(share, rules) };
    const usual = defaultExpiration(shareLimits.rulesFor(creatorOfShare(share)).defaultExpiration, rules);
    return { expiration: usual, expiresAt: decideExpiry(usual, rules) };
  }

  async function publish(share: ShareRecord, by: AuditCause, tx: Transaction<R>): Promise<ShareRecord> {
    const { repos } = tx;
    if (share.fileCount === 0) throw new AppError('share_empty');
    const now = clock.now();
    const change = {
      state: 'active',
      completedAt: now,
      activeAt: now,
      declaredSize: 0,
      ...(await decideEnd(share, repos, now)),
    } as const;
    await repos.shares.transition(share.key, ['draft', 'completing'], change);
    const cause = await causeOf(by, share, repos.audit);
    await deps.audit.note(repos.audit, cause, shareEvent('share.complete', share.id));
    const active = { ...share, ...change };
    await deps.announce(tx, active);
    return active;
  }

  /** Its upload token can repeat the request for an hour from now. */
  async function endAdding(share: ShareRecord, { shares }: Repos): Promise<ShareRecord> {
    const change = { addingAt: null, declaredSize: 0, activeAt: clock.now() } as const;
    await shares.transition(share.key, ['active'], change);
    return { ...share, ...change };
  }

  return async (share, by) => {
    if (share.state === 'active' && share.addingAt === null) return share;
    const missing = await deps.finishUploads(share);
    if (missing > 0) throw new AppError('share_incomplete', { count: missing });
    faultPoint('share:completing');
    const completed = await uow.transaction(async (repos, afterCommit) => {
      await repos.lock('ownedShare', share.key);
      const current = await repos.shares.findByKey(share.key);
      if (!current || current.state === 'removed') throw new AppError('share_removed');
      if (current.state === 'expired') throw new AppError('share_not_found');
      const isPublished = current.state === 'active';
      if (isPublished && current.addingAt === null) return current;
      if (current.reservedCount > 0) throw new AppError('share_incomplete', { count: current.reservedCount });
      const whole = await (isPublished
        ? endAdding(current, repos)
        : publish(current, by, { repos, afterCommit }));
      afterCommit(() => deps.prepareArchive(whole));
      return whole;
    });
    faultPoint('share:completed');
    return completed;
  };
}
