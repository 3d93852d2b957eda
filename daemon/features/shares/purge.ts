import { faultPoint } from '#faults';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { eachItem } from '../../jobs/each-item.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { Logger } from '../../logger.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { longestTransfer } from '../../transfer/send.ts';
import { blobIdOf } from '../../transfer/stored-file.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { FilesFeature } from '../files/feature.ts';
import type { FileRepo } from '../files/repo.ts';
import type { ClockWatch, Moment } from '../system/clock-watch.ts';
import type { DeliveryRepo } from '../webhooks/delivery-repo.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import type { GrantRepo } from './repos/grant-repo.ts';
import type { RecipientRepo } from './repos/recipient-repo.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import type { ShareUploads } from './service.ts';
import type { ShareRecord } from './types.ts';

export interface PurgeRepos {
  lock: Lock;
  shares: ShareRepo;
  files: FileRepo;
  grants: GrantRepo;
  recipients: RecipientRepo;
  backups: { isHeld(): Promise<boolean> };
  webhookDeliveries: DeliveryRepo;
}

export interface PurgeDeps {
  uow: UnitOfWork<PurgeRepos>;
  blobs: Blobs;
  config: ConfigReader;
  clock: Clock;
  clockWatch: ClockWatch;
  logger: Logger;
  jobs: JobWaker;
  announceEvent: AnnounceEvent;
  uploads: Pick<ShareUploads<unknown>, 'discardOfShare' | 'removeOfShare'>;
  files: Pick<FilesFeature, 'isBeingRead' | 'whenUnread' | 'removeArchive' | 'thumbnails'>;
}

const hour = 3_600_000;
const day = 24 * hour;
const batch = 500;

/**
 * The link of a purged share says so for this long. Nobody can use the link until then, except the maker of a discarded
 * draft.
 */
const linkMemory = 30 * day;

/**
 * The job that ends shares at their time and deletes the files of those that are over. It keeps shares whose files are
 * being downloaded, and pauses after a jump of the clock.
 */
export function createPurgeJob(deps: PurgeDeps): JobSpec {
  const { clock, clockWatch, logger } = deps;
  /** Shares that are purged as soon as nobody is downloading them. */
  const awaited = new Set<ShareKey>();
  let alertedAt = -Infinity;
  let isPaused = false;

  function alert(shares: number): void {
    if (clock.monotonic() - alertedAt < hour) return;
    alertedAt = clock.monotonic();
    logger.error(
      { shares },
      'the clock has jumped, or the server was off: shares that expired only because of that keep their files until the server has run for a day. Correct the clock, or confirm it with: fileshare doctor --fix',
    );
  }

  async function run(signal: AbortSignal): Promise<void> {
    const judgement = await judge(deps, await clockWatch.observe());
    isPaused = judgement.held > 0;
    if (isPaused) alert(judgement.held);
    await expireDue(deps, judgement.endedBy);
    await purgeDue(deps, { judgement, awaited }, signal);
    await forgetPurged(deps, judgement.endedBy - linkMemory, signal);
  }

  return { name: 'shares.purge', everyMs: 60_000, run, notice: () => (isPaused ? 'clock_jump' : null) };
}

interface Judgement {
  /** The moment before which shares have ended. */
  endedBy: number;
  /** The moment before which expired shares lose their files. */
  deletedBy: number;
  /** How many shares keep their files only because the clock has jumped. */
  held: number;
}

/**
 * Decides which shares have ended. A clock that was set wrong must not cost any files: shares that have ended only
 * because of a jump wait until the jump is confirmed or undone. Until then nobody can open them.
 */
async function judge(deps: PurgeDeps, { now, trusted }: Moment): Promise<Judgement> {
  const { uow, config, clockWatch } = deps;
  const retention = config.get('share.retention') * hour;
  if (trusted > now) {
    // Shares that have ended stay so when the clock is set back.
    await expireDue(deps, trusted);
    await clockWatch.believe();
  }
  const held = trusted < now ? await uow.read.shares.countDueBetween(trusted, now, retention) : 0;
  const endedBy = Math.min(now, trusted);
  return { endedBy, deletedBy: endedBy - retention, held };
}

async function expireDue({ uow, announceEvent }: PurgeDeps, now: number): Promise<void> {
  const expireSome = () =>
    uow.transaction(async (repos, afterCommit) => {
      const keys = await repos.shares.expireSome(now, batch);
      for (const share of keys) {
        await announceEvent({ repos, afterCommit }, { type: 'share.expired', share });
      }
      return keys.length;
    });
  while ((await expireSome()) > 0);
}

async function purgeDue(
  deps: PurgeDeps,
  { judgement, awaited }: { judgement: Judgement; awaited: Set<ShareKey> },
  signal: AbortSignal,
): Promise<void> {
  const { uow, logger } = deps;
  const { deletedBy } = judgement;
  await eachItem({
    page: (after) => uow.read.shares.listPurgeable(after, deletedBy, batch),
    keyOf: ({ key }) => key,
    run: async (share) => {
      if (mustWait(deps, share, judgement)) await wait(deps, share, awaited);
      else await purge(deps, { share, expiredBefore: deletedBy }, signal);
    },
    onError: ({ key }, error) => logger.error({ share: key, err: error }, 'share could not be purged'),
    signal,
  });
}

/** A download that began before its share ended may finish, unless it takes too long. */
function mustWait({ files }: PurgeDeps, share: ShareRecord, { endedBy, deletedBy }: Judgement): boolean {
  const { key, state, expiresAt, removedAt } = share;
  const [since, by] = state === 'removed' ? [removedAt, endedBy] : [expiresAt, deletedBy];
  const isLate = since !== null && since <= by - longestTransfer;
  return !isLate && files.isBeingRead(key);
}

async function wait(deps: PurgeDeps, { key, state }: ShareRecord, awaited: Set<ShareKey>): Promise<void> {
  const { uow, clock, jobs, uploads, files } = deps;
  if (state === 'removed') {
    await uploads.discardOfShare(key);
    // The doctor sees that the purge is not stuck.
    await uow.transaction(({ shares }) => shares.touch(key, clock.now()));
  }
  if (awaited.has(key)) return;
  awaited.add(key);
  await files.whenUnread(key, async () => {
    awaited.delete(key);
    jobs.wake('shares.purge');
  });
}

async function purge(
  deps: PurgeDeps,
  { share, expiredBefore }: { share: ShareRecord; expiredBefore: number },
  signal: AbortSignal,
): Promise<void> {
  const { uow, clock, uploads, files } = deps;
  // The owner may have extended it since it was listed; from here on it is too late for that.
  const moment = { now: clock.now(), expiredBefore };
  if (!(await uow.transaction(({ shares }) => shares.beginPurge(share.key, moment)))) return;
  // A running backup may still read the files, unless its state of the database is one in which the share has ended.
  if (await uow.read.backups.isHeld()) {
    // The doctor sees that the purge is not stuck.
    await uow.transaction(({ shares }) => shares.touch(share.key, clock.now()));
    return;
  }
  await uploads.removeOfShare(share.key);
  await files.removeArchive(share.key);
  await removeFiles(deps, share, signal);
  if (signal.aborted) return;
  await uow.transaction(async ({ lock, shares, grants, recipients }) => {
    await lock('share', share.key);
    await grants.removeOfShare(share.key);
    await recipients.removeOfShare(share.key);
    await shares.markPurged(share.key, clock.now());
  });
}

async function removeFiles(
  { uow, blobs, clock, files }: PurgeDeps,
  share: ShareRecord,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const page = await uow.read.files.listPage(share.key, { limit: batch });
    if (page.length === 0) return;
    // Bytes first: a row without its blob can be found again, a blob without a row cannot. Bundles belong to one
    // share, so their other files are deleted too.
    const ids = page.map(({ id }) => id);
    await blobs.removeMany([...new Set(page.map(blobIdOf))]);
    await files.thumbnails.removeBytes(ids);
    faultPoint('share:purging');
    await uow.transaction(async (repos) => {
      await repos.lock('share', share.key);
      await repos.files.removeMany(ids);
      // The doctor sees that the purge is progressing.
      await repos.shares.touch(share.key, clock.now());
    });
  }
}

/** From then on their links are available to anyone. */
async function forgetPurged({ uow, logger }: PurgeDeps, before: number, signal: AbortSignal): Promise<void> {
  await eachItem({
    page: (after) => uow.read.shares.listForgettable(after, before, batch),
    keyOf: (key) => key,
    run: (key) => uow.transaction(({ shares }) => shares.forget(key)),
    onError: (key, error) => logger.error({ share: key, err: error }, 'share could not be forgotten'),
    signal,
  });
}
