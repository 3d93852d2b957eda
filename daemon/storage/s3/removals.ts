import type { Clock } from '../../crypto/clock.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import { mergeSorted } from './merge-sorted.ts';
import type { PieceIndex } from './piece-index.ts';

interface Deps {
  bucket: Bucket;
  index: PieceIndex;
  clock: Clock;
  logger: Logger;
  /** What the keys of all pieces begin with. */
  folder: string;
  /** Milliseconds for which the objects of removed blobs stay, because somebody may be reading them. */
  removalDelay: number;
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
 * killed or replaced: it is deleted after one more day.
 */
async function findUnnamed(
  { bucket, index, clock, logger, folder }: Deps,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const isOld = ({ modified }: ListedObject) => modified.getTime() < now - day;
  const counts = { named: 0, unnamed: 0, missing: 0 };
  let found: string[] = [];
  const record = async () => {
    await index.removeObjects(found, now + day);
    found = [];
  };
  for await (const { left: listed, right: named } of mergeSorted(
    bucket.list(folder),
    index.listKeys(),
    ({ key }) => key,
  )) {
    if (signal.aborted) return;
    if (named !== undefined) {
      counts.named += 1;
      // A piece may be newer than the list.
      if (!listed && (await isMissing({ bucket, index }, named))) counts.missing += 1;
    } else if (listed && isOld(listed)) {
      counts.unnamed += 1;
      // So many are no leftovers: the database is a fresh or an old one, and theirs may come back.
      if (counts.unnamed <= Math.max(batch, counts.named)) found.push(listed.key);
    }
    if (found.length === batch) await record();
  }
  await record();
  if (counts.missing > 0) logger.error(counts, 'objects are missing in the bucket');
  if (counts.unnamed > 0) logger.warn(counts, 'objects of the bucket that no blob has are deleted in a day');
}

async function isMissing({ bucket, index }: Pick<Deps, 'bucket' | 'index'>, key: string): Promise<boolean> {
  return !(await bucket.has(key)) && (await index.filterKeys([key])).size > 0;
}
