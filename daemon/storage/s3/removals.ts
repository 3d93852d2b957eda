import type { Clock } from '../../crypto/clock.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { LostBytes } from '../stores.ts';
import { type Bucket, BucketError, type ListedObject } from './bucket.ts';
import { pieceFolder } from './keys.ts';
import { mergeSorted } from './merge-sorted.ts';
import { findOwnership } from './ownership.ts';
import type { PieceIndex } from './piece-index.ts';

interface Deps {
  bucket: Bucket;
  index: PieceIndex;
  clock: Clock;
  logger: Logger;
  /** What the keys of all objects begin with. */
  prefix: string;
  /** Milliseconds for which the objects of removed blobs stay, because somebody may be reading them. */
  removalDelay: number;
  /** Called for each object of files that is missing. */
  onLost(lost: LostBytes): Promise<void>;
}

const minute = 60_000;
const day = 86_400_000;
const batch = 1000;

/** Deletes objects that are no longer needed, and finds those that nobody knows. */
export function createRemovalJobs(deps: Deps): JobSpec[] {
  return [
    { name: 'storage.delete-objects', everyMs: 10 * minute, run: (signal) => deleteDue(deps, signal) },
    { name: 'storage.find-unnamed-objects', everyMs: day, run: (signal) => findUnnamed(deps, signal) },
  ];
}

async function deleteDue({ bucket, index, clock, removalDelay }: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await index.takeRemoved(clock.now() - removalDelay)));
  while (!signal.aborted) {
    const due = await index.listDueObjects();
    if (due.length === 0) return;
    const failed = new Set(await bucket.deleteMany(due));
    const deleted = due.filter((key) => !failed.has(key));
    await index.noteDeleted(deleted, [...failed]);
  }
}

/**
 * Compares the bucket with the rows. An object without a row that is older than a day belongs to a writer that was
 * killed or replaced: it is deleted after one more day. The files of a row without an object are damaged.
 */
async function findUnnamed(deps: Deps, signal: AbortSignal): Promise<void> {
  const { bucket, index, clock, logger, prefix, onLost } = deps;
  const ownership = await findOwnership(deps);
  if (ownership !== 'own') {
    logger.error({ ownership }, 'the bucket is not that of this database: its objects are left alone');
    return;
  }
  const now = clock.now();
  const isOld = ({ modified }: ListedObject) => modified.getTime() < now - day;
  let [unnamed, missing] = [0, 0];
  let found: string[] = [];
  const record = async () => {
    await index.removeObjects(found, now + day);
    unnamed += found.length;
    found = [];
  };
  const listed = bucket.list(pieceFolder(prefix));
  for await (const { left, right } of mergeSorted(listed, index.listKeys(), ({ key }) => key)) {
    if (signal.aborted) return;
    if (left && right === undefined && isOld(left)) found.push(left.key);
    const lost = left || right === undefined ? null : await findLost(deps, right);
    if (lost) {
      missing += 1;
      if (lost.place === 'files' && lost.state === 'stored') await onLost(lost);
    }
    if (found.length === batch) await record();
  }
  await record();
  if (missing > 0) logger.error({ missing }, 'objects of files are missing in the bucket');
  if (unnamed > 0) logger.warn({ unnamed }, 'objects that belong to nothing are deleted in a day');
  await endAbandoned(deps, now - day);
}

/** Only space depends on it, and not every key may do it: that of earlier versions needed no permission for it. */
async function endAbandoned({ bucket, logger, prefix }: Deps, before: number): Promise<void> {
  try {
    const abandoned = await bucket.abortUploads(pieceFolder(prefix), new Date(before));
    if (abandoned > 0) logger.info({ abandoned }, 'uploads of killed processes were ended');
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    logger.warn({ err: error }, 'uploads of killed processes could not be ended');
  }
}

/** Returns what a missing object was part of. A piece may be newer than the list, or gone since. */
async function findLost({ bucket, index }: Pick<Deps, 'bucket' | 'index'>, key: string) {
  return (await bucket.has(key)) ? null : index.findUse(key);
}
