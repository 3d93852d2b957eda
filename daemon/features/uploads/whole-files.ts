import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import { fileIdOf } from '../../crypto/ids.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import { createDigest } from '../../transfer/digests.ts';
import type { NewFile } from './finisher.ts';
import type { UploadRecord } from './types.ts';

/** A file whose bytes came with the request that announced it. */
export interface WholeFile {
  upload: UploadRecord;
  file: NewFile;
}

export interface WholeFiles {
  /**
   * Makes a file of bytes that are all there; resolves when it is committed.
   *
   * @throws AppError as reserving and finishing an upload do
   */
  add(upload: UploadRecord, bytes: Buffer): Promise<void>;
}

interface Deps {
  blobs: BlobStore;
  /** Commits all, or none and throws. */
  commit(files: readonly WholeFile[]): Promise<void>;
}

interface Waiting extends WholeFile {
  resolve(): void;
  reject(error: unknown): void;
}

/** Files of one transaction. */
const groupSize = 100;

/**
 * Small files that need no reservation: one write, and one transaction for all that are ready at the same moment, since
 * the transaction costs more than the file.
 */
export function createWholeFiles({ blobs, commit }: Deps): WholeFiles {
  const queue: Waiting[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (queue.length > 0) await commitGroup(queue.splice(0, groupSize));
    isRunning = false;
  }

  async function commitGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await commit(group);
      for (const { resolve } of group) resolve();
    } catch (error) {
      const [only, ...others] = group;
      if (others.length === 0) return only?.reject(error);
      // One of them is refused: each gets its own answer.
      for (const one of group) await commitGroup([one]);
    }
  }

  return {
    async add(upload, bytes) {
      const { id, path, length, lastModified, expectedSha256 } = upload;
      const digest = createDigest();
      digest.update(bytes);
      const digests = digest.digest();
      if (expectedSha256 && expectedSha256 !== digests.sha256) {
        throw new AppError('checksum_mismatch', { path });
      }
      const file = { id: fileIdOf(id), path, size: length, ...digests, lastModified, pack: null };
      try {
        await blobs.put(id, bytes);
        faultPoint('whole:stored');
        await new Promise<void>((resolve, reject) => {
          queue.push({ upload, file, resolve, reject });
          if (!isRunning) void run();
        });
      } catch (error) {
        await blobs.remove(id);
        throw error;
      }
    },
  };
}
