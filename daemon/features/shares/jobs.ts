import { faultPoint } from '#faults';
import type { FileId, ShareKey } from '#sdk/contract/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import { blobIdOf } from '../../transfer/stored-file.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { FileRepo } from '../files/repo.ts';
import type { GrantRepo } from './grant-repo.ts';
import type { ShareRepo } from './repo.ts';
import type { ShareRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ shares: ShareRepo; files: FileRepo; grants: GrantRepo }>;
  blobs: BlobStore;
  config: ConfigReader;
  clock: Clock;
  logger: Logger;
  /** Gives up what is being uploaded to a share, and forgets what was. */
  removeUploads(shareKey: ShareKey): Promise<void>;
}

const hour = 3_600_000;
const day = 24 * hour;
const batch = 500;

/** A draft without a byte for this long is given up. */
const draftLifetime = day;

/** The link of a share that is gone says so this long, and is not given out again. */
const linkMemory = 30 * day;

export function createShareJobs(deps: Deps): JobSpec[] {
  const { uow, blobs, config, clock, logger } = deps;

  async function removeFiles(share: ShareRecord, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const files = await uow.read.files.listPage(share.key, { limit: batch });
      if (files.length === 0) return;
      const ids: FileId[] = files.map((file) => file.id);
      // Bytes first: a row without its blob can be found again, a blob without a row cannot.
      // Bundles belong to one share: their other files go too.
      await blobs.removeMany(files.map(blobIdOf));
      faultPoint('share:purging');
      await uow.transaction(async (repos) => repos.files.removeMany(ids));
    }
  }

  async function purge(share: ShareRecord, signal: AbortSignal): Promise<void> {
    await deps.removeUploads(share.key);
    await removeFiles(share, signal);
    if (signal.aborted) return;
    await uow.transaction(async ({ shares, grants }) => {
      await grants.removeOfShare(share.key);
      await shares.markPurged(share.key, clock.now());
    });
  }

  async function expireDue(): Promise<void> {
    const due = await uow.read.shares.listDue(clock.now(), batch);
    for (const share of due) {
      await uow.transaction(({ shares }) => shares.transition(share.key, ['active'], { state: 'expired' }));
    }
  }

  async function discardAbandoned(): Promise<void> {
    const now = clock.now();
    const before = now - draftLifetime;
    for (const share of await uow.read.shares.listAbandoned(before, batch)) {
      await uow.transaction(({ shares }) => shares.abandon(share.key, before, now));
    }
  }

  return [
    {
      name: 'shares.discard-abandoned',
      everyMs: 60_000,
      async run() {
        await discardAbandoned();
        await uow.transaction(async ({ grants }) => void (await grants.removeExpired(clock.now())));
      },
    },
    {
      name: 'shares.purge',
      everyMs: 60_000,
      async run(signal) {
        await expireDue();
        const expiredBefore = clock.now() - config.get('share.retention') * hour;
        for (const share of await uow.read.shares.listPurgeable(expiredBefore, batch)) {
          if (signal.aborted) return;
          // One share that cannot be removed must not keep the others.
          await purge(share, signal).catch((error: unknown) =>
            logger.error({ share: share.key, err: error }, 'share could not be purged'),
          );
        }
        await uow.transaction(
          async ({ shares }) => void (await shares.forgetPurged(clock.now() - linkMemory)),
        );
      },
    },
  ];
}
