import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/formats/primitives.js';
import type { Lock } from '../../../db/locks.ts';
import type { UnitOfWork } from '../../../db/unit-of-work.ts';
import type { Logger } from '../../../logger.ts';
import type { Staging } from '../../../storage/staging.ts';
import type { ShareRepo } from '../../shares/repos/share-repo.ts';
import { type Finisher, removeBytesLater } from '../finisher.ts';
import type { UploadLocks } from '../locks.ts';
import type { UploadRepo } from '../repo.ts';
import { releaseOf, type UploadRecord } from '../types.ts';

interface Deps {
  uow: UnitOfWork<{ lock: Lock; shares: ShareRepo; uploads: UploadRepo }>;
  staging: Pick<Staging, 'shutOut'>;
  locks: Pick<UploadLocks, 'hold'>;
  finisher: Pick<Finisher, 'removeBytes'>;
  logger: Logger;
}

/**
 * Discards the unfinished final upload that a part belongs to, with all its parts. While they are joined, their addresses
 * are the only ones that the client knows. It does not wait for what joins them, which ends by itself.
 *
 * @throws AppError `upload_finished` when the final upload is a file, `upload_not_found` when it was discarded
 */
export type DiscardFinal = (part: UploadRecord) => Promise<void>;

export function createDiscardFinal(deps: Deps): DiscardFinal {
  const { uow, staging, finisher } = deps;
  const removeBytes = async (id: UploadId) => {
    await staging.shutOut(id);
    await finisher.removeBytes(id);
  };
  return ({ id, shareKey }) =>
    uow.transaction(async ({ lock, shares, uploads }, afterCommit) => {
      await lock('share', shareKey);
      const final = await uploads.findFinalOf([id]);
      if (!final) throw new AppError('upload_not_found');
      if (!(await uploads.removeUnfinished(final.id))) throw new AppError('upload_finished');
      await shares.count(shareKey, releaseOf(final));
      afterCommit(() => void removeBytesLater({ ...deps, finisher: { removeBytes } }, final.id));
    });
}
