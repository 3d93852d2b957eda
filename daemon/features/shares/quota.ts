import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { ConfigReader } from '../config/reader.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import type { ShareRecord } from './types.ts';

/** Quotas of accounts that differ from the quota of the instance. */
export interface OwnerQuotas {
  /** Bytes; 0: no limit; null: the quota of the instance; undefined: the account does not exist. */
  quotaOf(ownerId: UserId): Promise<number | null | undefined>;
}

/**
 * Checks that the owner's usage and `extra` bytes, which no row counts yet, are within the quota of the account, and
 * those of all shares within the quota of the instance. Runs within the transaction that adds them, so that two
 * concurrent additions cannot both pass.
 *
 * @throws AppError `storage_full`; `quota_exceeded`; `reverse_share_full` to the sender of a reverse share; `session_expired` if the
 *   account was deleted during the request
 */
export type CheckQuota = (
  repos: { shares: ShareRepo; users: OwnerQuotas },
  share: Pick<ShareRecord, 'ownerId' | 'reverseShareId' | 'completedAt'>,
  extra?: number,
) => Promise<void>;

export function createCheckQuota(config: ConfigReader): CheckQuota {
  return async ({ shares, users }, { ownerId, reverseShareId, completedAt }, extra = 0) => {
    const ofInstance = config.get('policies.instanceQuota');
    if (ofInstance > 0 && (await shares.heldByAll()) + extra > ofInstance) throw new AppError('storage_full');
    if (!ownerId) return;
    const own = await users.quotaOf(ownerId);
    if (own === undefined) throw new AppError('session_expired');
    const quota = own ?? config.get('share.userQuota');
    if (quota === 0) return;
    if ((await shares.heldByOwner(ownerId)) + extra <= quota) return;
    // The owner's usage is not disclosed to senders.
    const isReceiving = reverseShareId !== null && completedAt === null;
    throw isReceiving ? new AppError('reverse_share_full') : new AppError('quota_exceeded', { quota });
  };
}
