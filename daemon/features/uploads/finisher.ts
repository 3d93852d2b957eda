import { rm } from 'node:fs/promises';
import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { fileIdOf } from '../../crypto/ids.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import { digestFile, type FileDigests } from '../../transfer/digests.ts';
import type { FileRepo } from '../files/repo.ts';
import type { ShareRepo } from '../shares/repo.ts';
import type { UploadRepo } from './repo.ts';
import type { RunningDigests } from './running-digests.ts';
import { stagedPath, stagedSize } from './staging.ts';
import type { UploadRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ shares: ShareRepo; files: FileRepo; uploads: UploadRepo }>;
  blobs: BlobStore;
  clock: Clock;
  digests: RunningDigests;
}

export interface Finisher {
  /**
   * Makes a file of an upload that has all its bytes: digest, sync, move, then one transaction. Every step can be
   * repeated after a crash, and two callers at the same moment share one run.
   *
   * @throws AppError `checksum_mismatch`, `file_exists`, `upload_not_found`; then the bytes are gone
   */
  finish(upload: UploadRecord): Promise<void>;
  /** Finishes the upload if it has all its bytes; false when some are missing. */
  finishIfComplete(upload: UploadRecord): Promise<boolean>;
  /** Gives an unfinished upload up: bytes removed, reservation released. False when it has become a file already. */
  discard(upload: UploadRecord): Promise<boolean>;
  /** Removes the bytes of an upload whose row is gone. */
  removeBytes(id: UploadId): Promise<void>;
  isRunning(id: UploadId): boolean;
}

export function createFinisher({ uow, blobs, clock, digests }: Deps): Finisher {
  const running = new Map<string, Promise<void>>();

  async function digestOf(upload: UploadRecord): Promise<FileDigests> {
    const known = digests.at(upload.id, upload.length);
    if (known) return known.digest();
    const staged = await stagedSize(blobs, upload.id);
    if (staged !== null) return digestFile(stagedPath(blobs, upload.id));
    // Moved already by a run that ended before its transaction.
    const source = await blobs.open(upload.id);
    try {
      return await digestFile(source);
    } finally {
      await source.close();
    }
  }

  async function commit(upload: UploadRecord, { sha256, crc32 }: FileDigests): Promise<void> {
    const { id, shareKey, path, length, lastModified } = upload;
    const now = clock.now();
    await uow.transaction(async ({ shares, files, uploads }, afterCommit) => {
      if (!(await uploads.markCommitted(id, now))) throw new AppError('upload_not_found');
      const share = await shares.findByKey(shareKey);
      if (share?.state !== 'draft') throw new AppError('upload_not_found');
      const existing = await files.findByPath(shareKey, path);
      if (existing && !upload.replaces) throw new AppError('file_exists', { path });
      if (existing) {
        await files.remove(existing.id);
        await shares.count(shareKey, { size: -existing.size, files: -1 });
        afterCommit(() => blobs.remove(existing.id));
      }
      const file = {
        id: fileIdOf(id),
        shareKey,
        path,
        size: length,
        sha256,
        crc32,
        lastModified,
        createdAt: now,
      };
      await files.insert(file);
      await shares.count(shareKey, {
        size: length,
        files: 1,
        reservedSize: -length,
        reserved: -1,
        activeAt: now,
      });
    });
  }

  /** The caller's record may be old: somebody may have finished the upload, or given it up, since. */
  async function run(stale: UploadRecord): Promise<void> {
    const upload = await uow.read.uploads.findById(stale.id);
    if (!upload) throw new AppError('upload_not_found');
    if (upload.state === 'committed') return;
    try {
      await makeFile(upload);
    } catch (error) {
      const current = await uow.read.uploads.findById(upload.id);
      if (current?.state === 'committed') return;
      if (error instanceof AppError || !current) await discard(upload);
      throw current ? error : new AppError('upload_not_found', undefined, { cause: error });
    }
  }

  async function makeFile(upload: UploadRecord): Promise<void> {
    const found = await digestOf(upload);
    if (upload.expectedSha256 && upload.expectedSha256 !== found.sha256) {
      throw new AppError('checksum_mismatch', { path: upload.path });
    }
    await blobs.putStaged(upload.id, stagedPath(blobs, upload.id));
    await commit(upload, found);
    digests.forget(upload.id);
  }

  async function discard(upload: UploadRecord): Promise<boolean> {
    const isFile = await uow.transaction(async ({ shares, uploads }) => {
      if (await uploads.removeUnfinished(upload.id)) {
        await shares.count(upload.shareKey, { reservedSize: -upload.length, reserved: -1 });
        return false;
      }
      return (await uploads.findById(upload.id)) !== null;
    });
    // What has become a file in the meantime must keep its bytes.
    if (isFile) return false;
    await removeBytes(upload.id);
    return true;
  }

  async function removeBytes(id: UploadId): Promise<void> {
    digests.forget(id);
    await rm(stagedPath(blobs, id), { force: true });
    await blobs.remove(id);
  }

  async function finish(upload: UploadRecord): Promise<void> {
    const existing = running.get(upload.id);
    if (existing) return existing;
    const work = run(upload).finally(() => running.delete(upload.id));
    running.set(upload.id, work);
    return work;
  }

  return {
    finish,
    discard,
    removeBytes,
    isRunning: (id) => running.has(id),
    async finishIfComplete(upload) {
      if (upload.state === 'committed') return true;
      const size = (await stagedSize(blobs, upload.id)) ?? (await blobs.stat(upload.id))?.size;
      if (size === undefined || size < upload.length) return false;
      await finish(upload);
      return true;
    },
  };
}
