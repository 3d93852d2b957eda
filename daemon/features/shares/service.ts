import type { Clock } from '../../crypto/clock.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { FileRepo } from '../files/repo.ts';
import type { FileRecord } from '../files/types.ts';
import type { AddingRepo } from './adding-repo.ts';
import type { ShareAdmission } from './admission.ts';
import { type AppendToShare, createAppendToShare } from './append.ts';
import { type CompleteShare, createCompleteShare } from './complete.ts';
import { createEditShare, type EditShare } from './edit.ts';
import type { CheckQuota, OwnerQuotas } from './quota.ts';
import type { ReverseShareUses } from './reception.ts';
import type { RecipientTransaction, ShareRecipients } from './recipients.ts';
import { createRemoveShare, type RemoveShare } from './remove.ts';
import { createRemoveFile, type RemoveFile } from './remove-file.ts';
import type { ShareRepo } from './repo.ts';
import type { ShareRecord } from './types.ts';

type Repos = RecipientTransaction['repos'] & {
  audit: AuditRepo;
  shares: ShareRepo;
  adding: AddingRepo;
  files: FileRepo;
  outbox: OutboxRepo;
  reverseShares: ReverseShareUses;
  uploads: { outstandingBytes(): Promise<number> };
  users: OwnerQuotas;
};

interface Deps<R> {
  uow: UnitOfWork<R>;
  config: ConfigReader;
  clock: Clock;
  jobs: JobWaker;
  audit: Pick<AuditTrail, 'note'>;
  checkQuota: CheckQuota;
  admission: ShareAdmission;
  recipients: ShareRecipients;
  hashPassword(password: string): Promise<string>;
  /** The part of uploads in it. */
  uploads: {
    freeBytes(): Promise<number>;
    settle(share: ShareRecord): Promise<number>;
    takeFiles(
      shareKey: ShareRecord['key'],
      taken: readonly FileRecord[],
      transaction: { repos: R; afterCommit: AfterCommit },
    ): Promise<void>;
  };
  prepareArchive(share: ShareRecord): Promise<void>;
  /** Tells by mail of a share, within the transaction that publishes it. */
  announce(tx: { repos: R; afterCommit: AfterCommit }, share: ShareRecord): Promise<void>;
}

/** What is done with a share that is there. */
export interface ShareService {
  editShare: EditShare;
  appendToShare: AppendToShare;
  completeShare: CompleteShare;
  removeFile: RemoveFile;
  removeShare: RemoveShare;
}

/** Puts the parts together that change shares. */
export function createShareService<R extends Repos>(deps: Deps<R>): ShareService {
  const { uploads } = deps;
  return {
    editShare: createEditShare(deps),
    appendToShare: createAppendToShare({ ...deps, freeBytes: uploads.freeBytes }),
    completeShare: createCompleteShare<R>({ ...deps, settleUploads: uploads.settle }),
    removeFile: createRemoveFile<R>({ ...deps, takeFiles: uploads.takeFiles }),
    removeShare: createRemoveShare(deps),
  };
}
