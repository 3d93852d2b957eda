import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShareKey } from '#sdk/contract/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import type { FileRepo } from '../files/repo.ts';
import type { Finisher } from './finisher.ts';
import type { UploadLocker } from './locker.ts';
import type { UploadRepo } from './repo.ts';
import { uploadLifetime } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ uploads: UploadRepo; files: FileRepo }>;
  blobs: BlobStore;
  finisher: Finisher;
  locker: UploadLocker;
  clock: Clock;
  logger: Logger;
}

const day = 86_400_000;
const batch = 500;

export function createUploadJobs({ uow, blobs, finisher, locker, clock, logger }: Deps): JobSpec[] {
  /** An upload nobody continued for a day, in a draft that lives on by others. */
  async function discardIdle(): Promise<void> {
    for (const upload of await uow.read.uploads.listIdle(clock.now() - uploadLifetime, batch)) {
      if (locker.isLocked(upload.id) || finisher.isRunning(upload.id)) continue;
      await locker.hold(upload.id, () => finisher.discard(upload));
    }
  }

  /** Bytes that no row knows: left by a kill between two steps. Young ones may be on their way. */
  async function removeOrphans(signal: AbortSignal): Promise<void> {
    for (const name of await readdir(blobs.stagingDirectory)) {
      if (signal.aborted) return;
      const path = join(blobs.stagingDirectory, name);
      const info = await stat(path).catch(() => null);
      if (!info || Date.now() - info.mtimeMs < day) continue;
      if ((await uow.read.uploads.findById(name)) === null) await rm(path, { force: true });
    }
    for await (const blob of blobs.list()) {
      if (signal.aborted) return;
      if (Date.now() - blob.modified.getTime() < day) continue;
      // In this order: an upload becomes a file in one step, and must be seen as one or the other.
      if ((await uow.read.uploads.findById(blob.id))?.state === 'receiving') continue;
      if ((await uow.read.files.filterBlobs([blob.id])).size > 0) continue;
      logger.warn({ blob: blob.id }, 'removed bytes that no share knows');
      await blobs.remove(blob.id);
    }
  }

  /** What had all its bytes when the process died, or failed at the last step for a passing reason. */
  async function finishInterrupted(signal: AbortSignal): Promise<void> {
    for (const upload of await uow.read.uploads.listAllUnfinished(100_000)) {
      if (signal.aborted) return;
      if (locker.isLocked(upload.id)) continue;
      await finisher
        .finishIfComplete(upload)
        .catch((error: unknown) =>
          logger.warn({ upload: upload.id, err: error }, 'upload could not be finished'),
        );
    }
  }

  return [
    {
      name: 'uploads.finish-interrupted',
      everyMs: 3_600_000,
      run: finishInterrupted,
    },
    {
      name: 'uploads.discard-idle',
      everyMs: 3_600_000,
      run: discardIdle,
    },
    {
      name: 'uploads.remove-orphans',
      everyMs: day,
      run: removeOrphans,
    },
  ];
}

/** Gives up what is being uploaded to a share, and forgets what was. Who still writes is asked to end first. */
export async function removeUploads({ uow, finisher, locker }: Deps, shareKey: ShareKey): Promise<void> {
  for (const upload of await uow.read.uploads.listUnfinished(shareKey)) {
    await locker.hold(upload.id, () => finisher.discard(upload));
  }
  await uow.transaction(({ uploads }) => uploads.removeOfShare(shareKey));
}
