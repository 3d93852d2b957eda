import type { ShareKey, UserId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { DownloadCounts } from '../files/download-counts.ts';
import type { FileRepo } from '../files/repo.ts';
import type { FileRecord } from '../files/types.ts';
import type { DeliveryRepo } from '../webhooks/delivery-repo.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import type { ShareAccess } from './access.ts';
import { type AppendToShare, createAppendToShare } from './append.ts';
import { type CompleteShare, createCompleteShare } from './complete.ts';
import { createShareCreator, type ShareCreator } from './create.ts';
import { createEditShare, type EditShare } from './edit.ts';
import type { ShareLimits } from './limits.ts';
import type { LimitLinkGuesses } from './link-guesses.ts';
import { createShareList, type ShareList } from './list.ts';
import { createShareOpener, createVisitShare, type ShareOpener, type VisitShare } from './open.ts';
import type { SharePasswords } from './passwords.ts';
import type { ReceiveFile } from './put/types.ts';
import type { CheckQuota, OwnerQuotas } from './quota.ts';
import type { RecipientTransaction, ShareRecipients } from './recipients.ts';
import { createRemoveFile, createRemoveShare, type RemoveFile, type RemoveShare } from './remove.ts';
import type { AppendRepo } from './repos/append-repo.ts';
import type { GrantRepo } from './repos/grant-repo.ts';
import type { ShareListRepo } from './repos/list-repo.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import type { ReverseShareLinks, ReverseShareUses } from './reverse-share-terms.ts';
import type { ShareRecord } from './types.ts';

type Repos = RecipientTransaction['repos'] & {
  lock: Lock;
  audit: AuditRepo;
  shares: ShareRepo;
  shareLists: ShareListRepo;
  grants: GrantRepo;
  appends: AppendRepo;
  files: FileRepo;
  outbox: OutboxRepo;
  webhookDeliveries: DeliveryRepo;
  reverseShares: ReverseShareUses;
  uploads: { outstandingBytes(): Promise<number> };
  users: OwnerQuotas & { findById(id: UserId): Promise<{ isAdmin: boolean } | null> };
};

/** What shares need from the feature of uploads. */
export interface ShareUploads<R> {
  freeBytes(): Promise<number>;
  finishUploads(share: ShareRecord): Promise<number>;
  receiveFile: ReceiveFile;
  removeFiles(
    shareKey: ShareKey,
    removed: readonly FileRecord[],
    transaction: { repos: R; afterCommit: AfterCommit },
  ): Promise<void>;
  /** Discards the unfinished uploads of a share. */
  discardOfShare(shareKey: ShareKey): Promise<void>;
  /**
   * Discards the unfinished uploads, deletes the rows of the finished ones, and deletes the files that were removed
   * from the share.
   */
  removeOfShare(shareKey: ShareKey): Promise<void>;
}

interface Deps<R> {
  uow: UnitOfWork<R>;
  config: ConfigReader;
  clock: Clock;
  jobs: JobWaker;
  audit: Pick<AuditLog, 'note'>;
  throttle: Pick<Throttle, 'attempt'>;
  access: ShareAccess;
  limitLinkGuesses: LimitLinkGuesses;
  checkQuota: CheckQuota;
  shareLimits: ShareLimits;
  passwords: SharePasswords;
  recipients: ShareRecipients;
  reverseShareLinks: ReverseShareLinks;
  hashPassword(password: string): Promise<string>;
  uploads: Pick<ShareUploads<R>, 'freeBytes' | 'finishUploads' | 'removeFiles'>;
  prepareArchive(share: ShareRecord): Promise<void>;
  announceEvent: AnnounceEvent;
  noteAccess: DownloadCounts['noteAccess'];
  /** Mails the link of a share, within the transaction that publishes it. */
  announce(tx: { repos: R; afterCommit: AfterCommit }, share: ShareRecord): Promise<void>;
}

/** All operations on shares. */
export interface ShareService extends ShareCreator, ShareList {
  open: ShareOpener['open'];
  visit: VisitShare;
  edit: EditShare;
  append: AppendToShare;
  complete: CompleteShare;
  removeFile: RemoveFile;
  remove: RemoveShare;
}

export function createShareService<R extends Repos>(deps: Deps<R>): ShareService {
  const { freeBytes, finishUploads, removeFiles } = deps.uploads;
  const { open, openFound } = createShareOpener(deps);
  return {
    ...createShareCreator({ ...deps, freeBytes }),
    ...createShareList(deps),
    open,
    visit: createVisitShare({ ...deps, openFound }),
    edit: createEditShare(deps),
    append: createAppendToShare({ ...deps, freeBytes }),
    complete: createCompleteShare<R>({ ...deps, finishUploads: finishUploads }),
    removeFile: createRemoveFile<R>({ ...deps, removeFiles }),
    remove: createRemoveShare(deps),
  };
}
