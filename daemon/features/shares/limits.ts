import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { ConfigReader } from '../config/reader.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import type { ShareRecord } from './types.ts';

/** What may be sent to a share. */
export interface ShareLimits {
  /** Files can be sent to it: it is not published yet, or files are being added to it. */
  acceptsUploads(share: ShareRecord): boolean;
  /** Bytes it may have; 0: no limit. */
  maxSizeOf(share: Pick<ShareRecord, 'maxSize'>): number;
}

export function createShareLimits(config: ConfigReader): ShareLimits {
  return {
    acceptsUploads: ({ state, addingAt }) => state === 'draft' || (state === 'active' && addingAt !== null),
    /** Its reverse share may allow less than the instance. */
    maxSizeOf({ maxSize }) {
      const ofInstance = config.get('share.maxSize');
      if (maxSize === null) return ofInstance;
      return ofInstance === 0 ? maxSize : Math.min(maxSize, ofInstance);
    },
  };
}

/** What accounts may hold, where it is not what the instance says. */
export interface OwnerQuotas {
  /** Bytes; 0: no limit; null: as the instance says; undefined: there is no such account. */
  quotaOf(ownerId: UserId): Promise<number | null | undefined>;
}

/**
 * Within the transaction of what is added, so that two at the same moment cannot both fit: what the owner holds, and
 * `extra` bytes that no row counts yet, must be within the quota of the account.
 *
 * @throws AppError `quota_exceeded`, to who sends by a reverse share `reverse_share_full`; `session_expired` when the
 *   account went while its request was on the way
 */
export type CheckQuota = (
  repos: { shares: ShareRepo; users: OwnerQuotas },
  share: Pick<ShareRecord, 'ownerId' | 'reverseShareId' | 'completedAt'>,
  extra?: number,
) => Promise<void>;

export function createCheckQuota(config: ConfigReader): CheckQuota {
  return async ({ shares, users }, { ownerId, reverseShareId, completedAt }, extra = 0) => {
    if (!ownerId) return;
    const own = await users.quotaOf(ownerId);
    if (own === undefined) throw new AppError('session_expired');
    const quota = own ?? config.get('share.userQuota');
    if (quota === 0) return;
    if ((await shares.heldByOwner(ownerId)) + extra <= quota) return;
    // How much the owner has is nobody else's business.
    const isReceiving = reverseShareId !== null && completedAt === null;
    throw isReceiving ? new AppError('reverse_share_full') : new AppError('quota_exceeded', { quota });
  };
}
