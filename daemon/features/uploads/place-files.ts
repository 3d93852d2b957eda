import { AppError } from '#sdk/contract/errors.js';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import type { FileRepo } from '../files/repo.ts';
import type { ShareRepo } from '../shares/repo.ts';
import type { NewFile } from './finisher.ts';
import type { RemovalRepo } from './removal-repo.ts';
import type { UploadRepo } from './repo.ts';
import type { TakeFiles } from './take-files.ts';
import type { UploadRecord } from './types.ts';

interface Transaction {
  repos: { files: FileRepo; shares: ShareRepo; uploads: UploadRepo; removals: RemovalRepo };
  afterCommit: AfterCommit;
}

/**
 * Puts new files into a share, within a transaction; the counters are moved for those that give way only.
 *
 * @throws AppError `file_exists` when one of the paths is taken and must not be replaced
 */
export type PlaceFiles = (
  target: Pick<UploadRecord, 'shareKey' | 'replaces'> & { now: number },
  found: readonly NewFile[],
  transaction: Transaction,
) => Promise<void>;

export function createPlaceFiles(takeFiles: TakeFiles): PlaceFiles {
  return async ({ shareKey, replaces, now }, found, transaction) => {
    const { files } = transaction.repos;
    const existing = await files.listByPaths(
      shareKey,
      found.map((file) => file.path),
    );
    const [first] = existing;
    if (first) {
      if (!replaces) throw new AppError('file_exists', { path: first.path });
      await takeFiles(shareKey, existing, transaction);
    }
    await files.insertMany(found.map((file) => ({ ...file, shareKey, createdAt: now, damagedAt: null })));
  };
}
