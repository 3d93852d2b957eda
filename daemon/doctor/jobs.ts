import { randomBytes } from 'node:crypto';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { ClockWatch } from '../features/system/clock-watch.ts';
import type { InstanceRepo } from '../features/system/repo.ts';
import type { JobSpec } from '../jobs/job.ts';
import type { Logger } from '../logger.ts';
import { contentColumns, forgiveDamage, isIntact, markDamaged, type StoredFileRow } from './content.ts';
import { examine } from './examine.ts';
import { knownBytes } from './invariants/known-bytes.ts';
import { storedBytes } from './invariants/stored-bytes.ts';
import type { Invariant, Patient } from './types.ts';

interface Deps {
  patient: Patient;
  uow: UnitOfWork<{ instance: InstanceRepo }>;
  clockWatch: ClockWatch;
  logger: Logger;
}

const day = 86_400_000;

/** What one night reads again; a disk that rots shows itself by and by. */
const sample = { files: 1000, bytes: 1024 ** 3 } as const;
const rest = 5;

/** What nobody asks for, and must not go unseen: bytes without rows, rows without bytes, bytes that have changed. */
export function createIntegrityJobs({ patient, uow, clockWatch, logger }: Deps): JobSpec[] {
  const { database, blobs, clock } = patient;
  const start = { wall: clock.now(), monotonic: clock.monotonic() };

  const texts: Readonly<Record<string, string>> = {
    I1: 'a stored file has lost its bytes and is marked as damaged',
    I2: 'bytes that no share knows are set aside; they are deleted in a day',
  };

  /**
   * By the earliest that it can be: no jump since the start counts, believed or not. After one, what is being stored at
   * this moment would look old.
   */
  async function examineUnknown(signal: AbortSignal): Promise<void> {
    const { now, trusted } = await clockWatch.observe();
    const earliest = Math.min(now, trusted, start.wall + Math.floor(clock.monotonic() - start.monotonic));
    await examineAndRepair(knownBytes, { ...patient, clock: { ...clock, now: () => earliest } }, signal);
  }

  async function examineAndRepair(
    invariant: Invariant,
    examined: Patient,
    signal: AbortSignal,
  ): Promise<void> {
    await examine(invariant, examined, {
      repairs: true,
      signal,
      onViolation: ({ code, params }) =>
        logger[invariant.id === 'I1' ? 'error' : 'warn']({ code, ...params }, texts[invariant.id]),
    });
  }

  /** Files from a random place on, in the order of their random ids. */
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
      if (await isIntact(patient, row, { signal, rest })) continue;
      if (await markDamaged(patient, row.id)) {
        logger.error(
          { fileId: row.id, path: row.path },
          'a stored file has changed and is marked as damaged',
        );
      }
    }
  }

  async function deleteSetAside(): Promise<void> {
    const { now, trusted } = await clockWatch.observe();
    for (const name of await blobs.deleteSetAside(Math.min(now, trusted) - day)) {
      logger.info({ name }, 'deleted bytes that were set aside');
    }
  }

  const tasks = [
    (signal: AbortSignal) => examineAndRepair(storedBytes, patient, signal),
    examineUnknown,
    (signal: AbortSignal) => forgiveDamage(patient, { signal, rest }),
    rereadSome,
    deleteSetAside,
  ];

  /** Once a day, however often the server starts. */
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
