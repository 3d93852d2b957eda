import { AppError } from '#sdk/contract/errors.js';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import type { FileRepo } from '../files/repo.ts';
import type { ThumbnailRepo } from '../files/thumbnails/thumbnail-repo.ts';
import type { Thumbnails } from '../files/thumbnails/thumbnails.ts';
import type { FileRecord, FileScan } from '../files/types.ts';
import type { ShareRepo } from '../shares/repos/share-repo.ts';
import type { BlobRemovals } from './blob-removals.ts';
import type { NewFile } from './finisher.ts';
import type { RemovalRepo, UnusedBlob } from './removal-repo.ts';
import type { UploadRepo } from './repo.ts';
import type { UploadRecord } from './types.ts';

interface Repos {
  files: FileRepo;
  shares: ShareRepo;
  uploads: UploadRepo;
  removals: RemovalRepo;
  thumbnails: ThumbnailRepo;
}

interface Transaction {
  repos: Repos;
  afterCommit: AfterCommit;
}

/**
 * Removes files from a share and adjusts its counters, within a transaction. Their bytes are deleted afterwards, those
 * of a bundle with its last file: until then they count as dead, so that removing and adding again cannot exceed the
 * limits.
 */
export type RemoveFiles = (
  shareKey: ShareKey,
  removed: readonly FileRecord[],
  transaction: Transaction,
) => Promise<void>;

export function createRemoveFiles({
  removals,
  thumbnails,
}: {
  removals: Pick<BlobRemovals, 'plan'>;
  thumbnails: Pick<Thumbnails, 'planRemoval'>;
}): RemoveFiles {
  return async (shareKey, removed, transaction) => {
    const { files, shares, uploads } = transaction.repos;
    const packs = [...new Set(removed.flatMap(({ pack }) => (pack ? [pack.id] : [])))];
    const deadBefore = await uploads.deadBytes(packs);
    const ids = removed.map(({ id }) => id);
    await thumbnails.planRemoval(ids, transaction);
    await files.removeMany(ids);
    const unused = await findUnused(removed, packs, transaction.repos);
    const dead = (await uploads.deadBytes(packs)) - deadBefore + sumOf(unused);
    await shares.count(shareKey, { size: -sumOf(removed), files: -removed.length, dead });
    if (removed.some(({ scan }) => scan?.state === 'infected')) await shares.endQuarantine(shareKey);
    await removals.plan(shareKey, unused, transaction);
  };
}

/** Other files of a bundle may still exist. */
async function findUnused(
  removed: readonly FileRecord[],
  packs: readonly string[],
  { files, uploads }: Repos,
): Promise<UnusedBlob[]> {
  const sizes = await uploads.sizesOf(packs);
  for (const { id, pack, size } of removed) if (!pack) sizes.set(id, size);
  const used = await files.filterBlobs([...sizes.keys()]);
  return [...sizes].filter(([id]) => !used.has(id)).map(([id, size]) => ({ id, size }));
}

function sumOf(sized: readonly { size: number }[]): number {
  return sized.reduce((sum, { size }) => sum + size, 0);
}

/** Requests the malware scan of new files after a commit; returns what they begin with. */
export interface RequestScans {
  request(afterCommit: AfterCommit): FileScan | null;
}

/**
 * Inserts new files into a share, within a transaction; the counters are adjusted only for the files that they replace.
 *
 * @throws AppError `file_exists` when one of the paths is taken and must not be replaced
 */
export type InsertFiles = (
  target: Pick<UploadRecord, 'shareKey' | 'replaces'> & { now: number },
  found: readonly NewFile[],
  transaction: Transaction,
) => Promise<void>;

export function createInsertFiles({
  removeFiles,
  thumbnails,
  scans,
}: {
  removeFiles: RemoveFiles;
  thumbnails: Pick<Thumbnails, 'request'>;
  scans: RequestScans;
}): InsertFiles {
  return async ({ shareKey, replaces, now }, found, transaction) => {
    const { files } = transaction.repos;
    const existing = await files.listByPaths(
      shareKey,
      found.map((file) => file.path),
    );
    const [first] = existing;
    if (first) {
      if (!replaces) throw new AppError('file_exists', { path: first.path });
      await removeFiles(shareKey, existing, transaction);
    }
    const scan = scans.request(transaction.afterCommit);
    const inserted = found.map((file) => ({ ...file, shareKey, createdAt: now, damagedAt: null, scan }));
    await files.insertMany(inserted);
    await thumbnails.request(inserted, transaction);
  };
}
