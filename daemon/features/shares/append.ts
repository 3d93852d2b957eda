import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import type { ConfigReader } from '../config/reader.ts';
import { shareEvent } from './audit-events.ts';
import type { ShareLimits } from './limits.ts';
import type { CheckQuota, OwnerQuotas } from './quota.ts';
import type { AppendRepo } from './repos/append-repo.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import { type ShareRecord, stateAt } from './types.ts';

interface Repos {
  lock: Lock;
  audit: AuditRepo;
  shares: ShareRepo;
  appends: AppendRepo;
  uploads: { outstandingBytes(): Promise<number> };
  users: OwnerQuotas;
}

interface Deps {
  uow: UnitOfWork<Repos>;
  config: ConfigReader;
  clock: Clock;
  audit: Pick<AuditLog, 'note'>;
  checkQuota: CheckQuota;
  shareLimits: Pick<ShareLimits, 'maxSizeOf' | 'maxFilesOf'>;
  /** Free bytes of the disk above the floor. */
  freeBytes(): Promise<number>;
}

/** The files that will be sent, including unfinished uploads. */
export interface AnnouncedFiles {
  count: number;
  size: number;
}

interface Append {
  announced: AnnouncedFiles;
  tokenHash: string;
  now: number;
}

/**
 * Lets the owner send files with a new upload token, which replaces the previous one: to continue a draft, or to add
 * files to a published share, which stays open while they arrive. Storage is reserved for the announced files until the
 * upload ends.
 *
 * @throws AppError `share_removed`, `share_not_found`, `share_too_many_files`, `share_too_large`, `quota_exceeded`,
 *   `storage_full`
 */
export type AppendToShare = (
  share: ShareRecord,
  announced: AnnouncedFiles | undefined,
  by: AuditCause,
) => Promise<{ share: ShareRecord; uploadToken: string }>;

export function createAppendToShare(deps: Deps): AppendToShare {
  const { uow, config, clock, audit, checkQuota, shareLimits, freeBytes } = deps;

  async function requireOpen({ shares }: Repos, { key }: ShareRecord): Promise<ShareRecord> {
    const share = await shares.findByKey(key);
    if (!share || share.state === 'removed') throw new AppError('share_removed');
    if (stateAt(share, clock.now()) === 'expired') throw new AppError('share_not_found');
    return share;
  }

  async function renewToken(repos: Repos, { key }: ShareRecord, { tokenHash, now }: Append): Promise<void> {
    const change = { uploadTokenHash: tokenHash, activeAt: now };
    await repos.shares.transition(key, ['draft', 'completing'], change);
  }

  /** Runs within the transaction, so that concurrent requests cannot announce more than fits. */
  async function beginAdding(
    repos: Repos,
    share: ShareRecord,
    { announced, tokenHash, now, free }: Append & { free: number },
  ): Promise<void> {
    const maxFiles = shareLimits.maxFilesOf(share);
    const maxSize = config.get('share.maxSize');
    const files = Math.max(share.reservedCount, announced.count);
    if (share.fileCount + files > maxFiles) throw new AppError('share_too_many_files', { maxFiles });
    if (!(await repos.appends.begin(share.key, { size: announced.size, tokenHash, now, maxSize }))) {
      throw new AppError('share_too_large', { maxSize: shareLimits.maxSizeOf(share) });
    }
    await checkQuota(repos, share);
    const promised = (await repos.shares.announcedBytes()) + (await repos.uploads.outstandingBytes());
    if (free <= 0 || (announced.size > 0 && free < promised)) throw new AppError('storage_full');
  }

  return async (share, announced = { count: 0, size: 0 }, by) => {
    const free = await freeBytes();
    const uploadToken = newToken(tokenPrefixes.upload);
    const step: Append = { announced, tokenHash: hashToken(uploadToken), now: clock.now() };
    return uow.transaction(async (repos) => {
      if (announced.size > 0) await repos.lock('space');
      await repos.lock('ownedShare', share.key);
      const current = await requireOpen(repos, share);
      if (current.state === 'active') {
        await beginAdding(repos, current, { ...step, free });
        await audit.note(repos.audit, by, shareEvent('share.append', current.id));
      } else {
        await renewToken(repos, current, step);
      }
      return { share: await requireOpen(repos, share), uploadToken };
    });
  };
}
