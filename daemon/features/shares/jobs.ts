import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { eachItem } from '../../jobs/each-item.ts';
import { inBatches } from '../../jobs/in-batches.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { FilesFeature } from '../files/feature.ts';
import { createPurgeJob, type PurgeDeps, type PurgeRepos } from './purge.ts';
import type { AppendRepo } from './repos/append-repo.ts';
import type { IdleDraftRepo } from './repos/idle-draft-repo.ts';
import type { ReverseShareUses } from './reverse-share-terms.ts';

interface Deps extends PurgeDeps {
  uow: UnitOfWork<
    PurgeRepos & { appends: AppendRepo; idleDrafts: IdleDraftRepo; reverseShares: ReverseShareUses }
  >;
  files: PurgeDeps['files'] & Pick<FilesFeature, 'prepareArchive'>;
}

const hour = 3_600_000;
const day = 24 * hour;
const batch = 500;

/** A draft that has received no byte for this long is discarded, and adding files to a published share ends. */
const draftLifetime = day;

/** Files that a stranger has announced without sending any of them reserve the recipient's storage for this long. */
const announcementLifetime = hour;

export function createShareJobs(deps: Deps): JobSpec[] {
  return [
    {
      name: 'shares.discard-abandoned',
      everyMs: 60_000,
      run: (signal) => discardAbandoned(deps, signal),
    },
    { name: 'shares.sweep-grants', everyMs: hour, run: (signal) => sweepGrants(deps, signal) },
    createPurgeJob(deps),
  ];
}

async function discardAbandoned(deps: Deps, signal: AbortSignal): Promise<void> {
  const { uow, clockWatch, logger } = deps;
  const { now } = await clockWatch.observe();
  const before = now - draftLifetime;
  const cutoffs = { before, emptyBefore: now - announcementLifetime };
  await eachItem({
    page: (after) => uow.read.idleDrafts.listAbandoned(after, cutoffs, batch),
    keyOf: ({ key }) => key,
    run: ({ key, reverseShareId }) =>
      uow.transaction(async ({ lock, idleDrafts, reverseShares }) => {
        await lock('ownedShare', key);
        const isAbandoned = await idleDrafts.abandon(key, cutoffs, now);
        if (isAbandoned && reverseShareId) await reverseShares.releaseUse(reverseShareId);
      }),
    onError: ({ key }, error) => logger.error({ share: key, err: error }, 'draft could not be discarded'),
    signal,
  });
  await endIdleAdding(deps, before, signal);
}

/** Files that have arrived are kept. */
async function endIdleAdding(
  { uow, files, logger }: Deps,
  before: number,
  signal: AbortSignal,
): Promise<void> {
  await eachItem({
    page: (after) => uow.read.appends.listIdle(after, before, batch),
    keyOf: ({ key }) => key,
    run: async (share) => {
      const isOver = await uow.transaction(({ appends }) => appends.endIdle(share.key, before));
      if (isOver) await files.prepareArchive({ ...share, addingAt: null });
    },
    onError: ({ key }, error) =>
      logger.error({ share: key, err: error }, 'an unfinished addition of files could not be discarded'),
    signal,
  });
}

async function sweepGrants({ uow, clockWatch }: Deps, signal: AbortSignal): Promise<void> {
  const before = await clockWatch.deletionTime();
  await inBatches((limit) => uow.transaction(({ grants }) => grants.removeExpired(before, limit)), signal);
}
