import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import { fileIdOf } from '../../crypto/ids.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { createDigest } from '../../transfer/digests.ts';
import type { NewFile } from './finisher.ts';
import type { UploadRecord } from './types.ts';

/** A file whose bytes arrived with the request that announced it. */
export interface WholeFile {
  upload: UploadRecord;
  file: NewFile;
}

export interface WholeFiles {
  /**
   * Makes a file of complete bytes; resolves when it is committed.
   *
   * @throws AppError like reserving and finishing an upload
   */
  add(upload: UploadRecord, bytes: Buffer): Promise<void>;
}

interface Deps {
  blobs: Pick<Blobs, 'put' | 'remove'>;
  /** Commits all files, or throws and commits none. */
  commit(files: readonly WholeFile[]): Promise<void>;
}

interface Waiting extends WholeFile {
  resolve(): void;
  reject(error: unknown): void;
}

/** Number of files in one transaction. */
const groupSize = 100;

/**
 * Adds small files that need no reservation, with one write each and one transaction for all files that are ready
 * together, because the transaction costs more than the file.
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
      // One of the files is refused: each gets its own answer.
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
