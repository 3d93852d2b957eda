import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import type { Lock } from '../../../db/locks.ts';
import type { UnitOfWork } from '../../../db/unit-of-work.ts';
import type { Staging } from '../../../storage/staging.ts';
import type { FileRepo } from '../../files/repo.ts';
import type { OwnerQuotas } from '../../shares/quota.ts';
import type { ShareRepo } from '../../shares/repos/share-repo.ts';
import type { Finisher } from '../finisher.ts';
import type { UploadRepo } from '../repo.ts';
import { lockForUploads, type Reserve } from '../reserve.ts';
import type { UploadSpace } from '../space.ts';
import { releaseOf, type UploadRecord } from '../types.ts';
import { partsOf } from './concat.ts';

interface Deps {
  uow: UnitOfWork<{
    lock: Lock;
    shares: ShareRepo;
    files: FileRepo;
    uploads: UploadRepo;
    users: OwnerQuotas;
  }>;
  staging: Pick<Staging, 'size'>;
  finisher: Pick<Finisher, 'finish'>;
  space: Pick<UploadSpace, 'requireRoom'>;
  reserve: Reserve;
}

/**
 * Makes a file of complete parts. In one transaction the final upload takes over what they have reserved, and from then
 * on it can be finished at any time, also after a crash. The same request once more gives the same upload.
 *
 * @throws AppError `upload_not_found` when a part is not one of the share, `upload_offset_conflict` when a part is
 *   incomplete, `upload_header_invalid` when a part belongs to another final upload, and like reserving and finishing an
 *   upload
 */
export type Concatenate = (final: UploadRecord) => Promise<UploadRecord>;

export function createConcatenate({ uow, staging, finisher, space, reserve }: Deps): Concatenate {
  /** Finds the upload that an earlier request made of the same parts, whose answer the client never saw. */
  async function findEarlier({ path, concat }: UploadRecord, ids: readonly string[]) {
    const earlier = await uow.read.uploads.findFinalOf(ids);
    if (!earlier) return null;
    const isSame =
      earlier.path === path && partsOf(earlier.concat ?? '').join() === partsOf(concat ?? '').join();
    if (!isSame) throw new AppError('upload_header_invalid', { header: 'Upload-Concat' });
    return earlier;
  }

  async function requireComplete(parts: readonly UploadRecord[]): Promise<void> {
    for (const { id, length, isDeferred } of parts) {
      if (isDeferred || (await staging.size(id)) !== length) throw new AppError('upload_offset_conflict');
    }
  }

  async function takeOver(final: UploadRecord, parts: readonly UploadRecord[]): Promise<void> {
    const { shareKey, path, replaces } = final;
    if (!replaces && (await uow.read.files.findByPath(shareKey, path))) {
      throw new AppError('file_exists', { path });
    }
    const free = await space.requireRoom();
    await uow.transaction(async (repos, afterCommit) => {
      await lockForUploads(repos.lock, [final]);
      const ids = parts.map(({ id }) => id);
      // Another request has used or discarded one.
      if ((await repos.uploads.useParts(ids, final)) < parts.length) throw new AppError('upload_locked');
      for (const part of parts) await repos.shares.count(shareKey, releaseOf(part));
      await reserve([final], { areFinished: false, free }, { repos, afterCommit });
    });
    faultPoint('upload:concatenated');
  }

  return async (announced) => {
    const ids = partsOf(announced.concat ?? '');
    const parts = await uow.read.uploads.listByIds(ids);
    const isTheirs = ({ shareKey, kind }: UploadRecord) => shareKey === announced.shareKey && kind === 'part';
    if (parts.length < ids.length || !parts.every(isTheirs)) throw new AppError('upload_not_found');
    const earlier = await findEarlier(announced, ids);
    // The final upload of these parts was discarded, and their bytes are being removed.
    if (!earlier && parts.some(({ state }) => state === 'committed')) throw new AppError('upload_not_found');
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const final = earlier ?? { ...announced, length, contentSize: length, received: length };
    if (!earlier) {
      await requireComplete(parts);
      await takeOver(final, parts);
    }
    await finisher.finish(final);
    return final;
  };
}
