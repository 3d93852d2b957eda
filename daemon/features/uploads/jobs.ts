import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { eachItem } from '../../jobs/each-item.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { Staging } from '../../storage/staging.ts';
import type { ClockWatch } from '../system/clock-watch.ts';
import type { Finisher } from './finisher.ts';
import type { UploadLease, UploadLocks } from './locks.ts';
import type { UploadRepo } from './repo.ts';
import { type UploadRecord, uploadLifetime } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ uploads: UploadRepo }>;
  staging: Pick<Staging, 'size'>;
  finisher: Finisher;
  locks: UploadLocks;
  clockWatch: ClockWatch;
  logger: Logger;
}

const batch = 500;

export function createUploadJobs({ uow, staging, finisher, locks, clockWatch, logger }: Deps): JobSpec[] {
  /** Discards uploads that have been idle for a day in a draft that other uploads keep alive. */
  async function discardIdle(signal: AbortSignal): Promise<void> {
    const idleSince = (await clockWatch.observe()).now - uploadLifetime;
    const discard = async ({ id }: UploadRecord, lease: UploadLease) => {
      // It may have been resumed since it was listed.
      const current = await uow.read.uploads.findById(id);
      if (current && current.activeAt < idleSince) await finisher.discard(current, lease);
    };
    await eachItem({
      page: (after) => uow.read.uploads.listUnfinishedAfter(after, { limit: batch, idleSince }),
      keyOf: ({ id }) => id,
      run: async (upload) => {
        if (await locks.isBusy(upload.id)) return;
        await locks.hold(upload.id, (lease) => discard(upload, lease));
      },
      onError: ({ id }, error) =>
        logger.warn({ upload: id, err: error }, 'idle upload could not be discarded'),
      signal,
    });
  }

  /** Removes the rows of uploads that became files a day ago. Until then they answer even if the file was removed. */
  async function removeFinished(signal: AbortSignal): Promise<void> {
    const before = (await clockWatch.deletionTime()) - uploadLifetime;
    for (let from: number | null = 0; from !== null && !signal.aborted; ) {
      const since: number = from;
      from = await uow.transaction(({ uploads }) => uploads.removeFinished({ from: since, before }, batch));
    }
  }

  /**
   * Finishes uploads that had all their bytes when the process died, or whose last step failed for a temporary reason.
   */
  async function finishInterrupted(signal: AbortSignal): Promise<void> {
    await eachItem({
      page: (after) => uow.read.uploads.listUnfinishedAfter(after, { limit: batch }),
      keyOf: ({ id }) => id,
      run: async (upload) => {
        if ((await locks.isBusy(upload.id)) || (await finisher.finishIfComplete(upload))) return;
        await followDisk(upload);
      },
      onError: ({ id }, error) => logger.warn({ upload: id, err: error }, 'upload could not be finished'),
      signal,
    });
  }

  /**
   * Lowers the received bytes of a row to the bytes on the disk. The rows of a copy that was made while the server ran
   * are older or newer than its files, and a power cut can lose bytes. Clients get the size on the disk, so the row
   * must not claim more. A writer that starts now records more.
   */
  async function followDisk({ id, received }: UploadRecord): Promise<void> {
    const stored = (await staging.size(id)) ?? 0;
    if (received <= stored) return;
    if (await uow.transaction(({ uploads }) => uploads.lowerReceived(id, stored))) {
      logger.warn(
        { upload: id, received, stored },
        'an upload has lost bytes and continues with what is there',
      );
    }
  }

  return [
    {
      name: 'uploads.finish-interrupted',
      everyMs: 3_600_000,
      run: finishInterrupted,
      isDueAtStart: true,
    },
    {
      name: 'uploads.discard-idle',
      everyMs: 3_600_000,
      async run(signal) {
        await discardIdle(signal);
        await removeFinished(signal);
      },
    },
  ];
}

/** Discards the unfinished uploads of a share. Their writers are asked to end first. */
export async function discardUploads(
  { uow, finisher, locks }: Pick<Deps, 'uow' | 'finisher' | 'locks'>,
  shareKey: ShareKey,
): Promise<void> {
  for (const upload of await uow.read.uploads.listUnfinished(shareKey)) {
    await locks.hold(upload.id, (lease) => finisher.discard(upload, lease));
  }
}

/** Deletes the rows of all finished and discarded uploads of a share. */
export async function forgetUploads({ uow }: Pick<Deps, 'uow'>, shareKey: ShareKey): Promise<void> {
  while ((await uow.transaction(({ uploads }) => uploads.removeSomeOfShare(shareKey, batch))) > 0);
}
