import { randomBytes } from 'node:crypto';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { ClockWatch } from '../features/system/clock-watch.ts';
import type { InstanceRepo } from '../features/system/repo.ts';
import type { JobSpec } from '../jobs/job.ts';
import type { Logger } from '../logger.ts';
import { contentColumns, isIntact, markDamaged, type StoredFileRow, unmarkDamaged } from './content.ts';
import { examine } from './examine.ts';
import { examineUnknown } from './examine-unknown.ts';
import { knownBytes } from './invariants/known-bytes.ts';
import { storedBytes } from './invariants/stored-bytes.ts';
import { invariants } from './invariants/table.ts';
import { thumbnails } from './invariants/thumbnails.ts';
import type { DoctorContext, Invariant, InvariantId, Violation } from './types.ts';

interface Deps {
  context: DoctorContext;
  uow: UnitOfWork<{ instance: InstanceRepo }>;
  clockWatch: ClockWatch;
  logger: Logger;
}

const day = 86_400_000;

/** Limit of the files that are reread in one night; a failing disk is found over time. */
const sample = { files: 1000, bytes: 1024 ** 3 } as const;
const pause = 5;

const texts: Readonly<Record<InvariantId, string>> = {
  I1: 'a stored file has lost its bytes and is marked as damaged',
  I2: 'bytes that no share knows are set aside; they are deleted in a day',
  I3: 'a share reserves space that no upload needs; run: fileshare doctor --fix',
  I4: 'the file count of a share is wrong; run: fileshare doctor --fix',
  I5: 'a share has been unfinished for too long; run: fileshare doctor --fix',
  I6: 'an upload has fewer bytes than its client was told; run: fileshare doctor --fix',
  I7: 'a thumbnail was lost and is made again, or one that no share knows is deleted',
};

/** What is found wrong with these is repaired at once; the rest is left for the doctor. */
const repaired: readonly Invariant[] = [storedBytes, knownBytes, thumbnails];

interface LookOptions {
  repairs?: boolean;
  signal: AbortSignal;
}

/** Finds problems that no request would notice: bytes without rows, rows without bytes, changed bytes. */
export function createIntegrityJobs({ context, uow, clockWatch, logger }: Deps): JobSpec[] {
  const { database, blobs, clock } = context;
  const start = { wall: clock.now(), monotonic: clock.monotonic() };

  async function look(invariant: Invariant, examined: DoctorContext, options: LookOptions): Promise<void> {
    const onViolation = report(invariant.id);
    const { count } = await examine(invariant, examined, { ...options, onViolation });
    await saveCount(invariant.id, count);
  }

  const report =
    (id: InvariantId) =>
    ({ code, params }: Violation) =>
      logger[id === 'I1' ? 'error' : 'warn']({ code, ...params }, texts[id]);

  const saveCount = (id: InvariantId, count: number) =>
    uow.transaction(({ instance }) => instance.save(`violations_${id}`, count));

  /**
   * Uses the earliest possible time: no jump since the start counts, confirmed or not. After a jump, a file that is
   * being stored right now would look old.
   */
  async function setUnknownAside(signal: AbortSignal): Promise<void> {
    const trusted = await clockWatch.deletionTime();
    const earliest = Math.min(trusted, start.wall + Math.floor(clock.monotonic() - start.monotonic));
    const examined = { ...context, clock: { ...clock, now: () => earliest } };
    const onViolation = report(knownBytes.id);
    const { count, areMany } = await examineUnknown(examined, { repairs: true, signal, onViolation });
    if (areMany) {
      logger.error(
        { count },
        'no share knows many of the stored files: is this the right database? Nothing is set aside; run: fileshare doctor',
      );
    }
    await saveCount(knownBytes.id, count);
  }

  /** Violations that only a bug can cause are reported, and left for the doctor. */
  async function examineRest(signal: AbortSignal): Promise<void> {
    const rest = invariants.filter((invariant) => !repaired.includes(invariant));
    for (const invariant of rest) await look(invariant, context, { signal });
  }

  /** Rereads files from a random position on, ordered by their random ids. */
  async function rereadSome(signal: AbortSignal): Promise<void> {
    const rows: StoredFileRow[] = await database
      .reader('files')
      .where('id', '>=', randomBytes(16).toString('hex'))
      .whereNull('damaged_at')
      .orderBy('id')
      .limit(sample.files)
      .select(...contentColumns);
    let bytes = 0;
    for (const row of rows) {
      if (bytes > sample.bytes) return;
      bytes += row.size;
      if (await isIntact(context, row, { signal, rest: pause })) continue;
      if (await markDamaged(context, row.id)) {
        logger.error(
          { fileId: row.id, path: row.path },
          'a stored file has changed and is marked as damaged',
        );
      }
    }
  }

  async function deleteSetAside(): Promise<void> {
    for (const name of await blobs.deleteSetAside((await clockWatch.deletionTime()) - day)) {
      logger.info({ name }, 'deleted bytes that were set aside');
    }
  }

  const tasks = [
    (signal: AbortSignal) => look(storedBytes, context, { repairs: true, signal }),
    setUnknownAside,
    (signal: AbortSignal) => look(thumbnails, context, { repairs: true, signal }),
    examineRest,
    (signal: AbortSignal) => unmarkDamaged(context, { signal, rest: pause }),
    rereadSome,
    deleteSetAside,
  ];

  /** Runs once a day, however often the server starts. */
  async function run(signal: AbortSignal): Promise<void> {
    const { now } = await clockWatch.observe();
    const last = await uow.read.instance.read('bytes_examined_at');
    if (last !== null && now >= last && now - last < day) return;
    for (const task of tasks) {
      if (signal.aborted) return;
      await task(signal).catch((error: unknown) => {
        if (!signal.aborted) logger.error({ err: error }, 'stored files could not be examined');
      });
    }
    if (signal.aborted) return;
    await uow.transaction(({ instance }) => instance.save('bytes_examined_at', now));
  }

  return [{ name: 'integrity.examine', everyMs: 600_000, run }];
}
