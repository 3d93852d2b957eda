import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import type { InstanceRepo } from './repo.ts';

/** The time of the clock, and the time it would show without a jump that is not trusted yet. */
export interface Moment {
  now: number;
  trusted: number;
}

/** The expected and the actual time of the wall clock. */
export interface ClockJump {
  expected: number;
  now: number;
}

interface Idle {
  /** Shifts activity times: nothing was idle while the server was off or its clock wrong. */
  shiftActivity(jump: ClockJump): Promise<void>;
}

interface Waiting {
  /** Makes all waiting rows due now. */
  hasten(now: number): Promise<void>;
}

interface Repos {
  lock: Lock;
  instance: InstanceRepo;
  audit: AuditRepo;
  uploads: Idle;
  idleDrafts: Idle;
  outbox: Waiting;
  archives: Waiting;
}

interface Deps {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  audit: Pick<AuditLog, 'note'>;
  logger: Logger;
}

/**
 * Compares the wall clock with the time that has passed while the server was running and observing: a wrong clock must
 * not cause deletions by age. A jump is trusted when the clock has been steady for a day of running time, or when
 * somebody confirms it, and forgotten when the clock goes back. The servers of an instance share clock and record: a jump
 * counts once.
 */
export interface ClockWatch {
  observe(): Promise<Moment>;
  /** The moment for judging the age of what is deleted: the earlier of the two. */
  deletionTime(): Promise<number>;
  /** Trusts the clock from here on. */
  believe(): Promise<void>;
  /** Trusts the clock because an administrator or the host confirms it. */
  confirm(by: AuditCause): Promise<void>;
}

/** Milliseconds of tolerance: clocks are often corrected by seconds, and a short stop of the server is not a jump. */
const tolerance = 5 * 60_000;

/** The clock is observed every minute. A longer unobserved time may mean that the machine was suspended. */
const longestPause = 3_600_000;

/** Milliseconds of running time after which a steady clock is trusted, so that somebody has time to notice. */
const proof = 24 * 3_600_000;

/** Milliseconds between two records of the time: the only writes of an idle server. */
const noteEvery = 60_000;

/** By how much the clock has jumped ahead, until the jump is trusted. */
interface Doubt {
  ahead: number;
  /** The part of it that was added during an earlier doubt. It is trusted one period later. */
  recent: number;
  /** Running time of the server in this period. */
  steady: number;
}

export function createClockWatch({ uow, clock, audit, logger }: Deps): ClockWatch {
  let last: { wall: number; monotonic: number } | undefined;
  /** What this server recorded last, and when: another record is that of another server. */
  let noted: number | undefined;
  let notedAt = -Infinity;
  /** Running time of the server since the last record. */
  let running = 0;
  let turn: Promise<unknown> = Promise.resolve();

  /** After a start only the recorded time is known: a long stop looks like a jump, and may be one. */
  async function expectedNow(now: number, passed: number): Promise<number> {
    if (last) return last.wall + Math.round(passed);
    return (await uow.read.instance.read('clock_seen')) ?? now;
  }

  async function note({ expected, now }: ClockJump, hasJumped: boolean): Promise<void> {
    await uow.transaction(async (repos, afterCommit) => {
      await repos.lock('clock');
      const seen = await repos.instance.read('clock_seen');
      const before = await readDoubt(repos.instance);
      const isOwn = seen === null || seen === noted;
      const isKnown = !isOwn && Math.abs(now - seen) < Math.abs(expected - seen);
      const drift = hasJumped && !isKnown ? now - expected : 0;
      // All servers together count each minute once.
      const passed = isOwn ? running : Math.min(running, Math.max(0, (isKnown ? now : expected) - seen));
      const after = judge(before, { drift, running: passed });
      if (drift !== 0) {
        afterCommit(() => warn(drift, 'the clock has jumped, or the server was off'));
      } else if (before && before.ahead !== after?.ahead) {
        afterCommit(() => warn(before.ahead, 'the new time is now accepted'));
      }
      await repos.instance.save('clock_seen', now);
      if (before || after) await saveDoubt(repos.instance, after);
      if (drift === 0) return;
      // In this order, which is that of their locks.
      await repos.idleDrafts.shiftActivity({ expected, now });
      await repos.uploads.shiftActivity({ expected, now });
      // After a jump back they would not be due for a long time.
      await repos.outbox.hasten(now);
      await repos.archives.hasten(now);
    });
    noted = now;
    notedAt = clock.monotonic();
    running = 0;
  }

  function warn(milliseconds: number, message: string): void {
    logger.warn({ seconds: Math.round(milliseconds / 1000) }, message);
  }

  async function look(): Promise<Moment> {
    const now = clock.now();
    const monotonic = clock.monotonic();
    const passed = last ? Math.min(monotonic - last.monotonic, longestPause) : 0;
    const expected = await expectedNow(now, passed);
    const hasJumped = Math.abs(now - expected) > tolerance;
    running += passed;
    // From here on this time is not counted again, even if recording fails; the jump is.
    last = { wall: expected, monotonic };
    if (hasJumped || monotonic - notedAt >= noteEvery) await note({ expected, now }, hasJumped);
    last = { wall: now, monotonic };
    return { now, trusted: now - ((await readDoubt(uow.read.instance))?.ahead ?? 0) };
  }

  /** One observation at a time, so that a jump counts only once. */
  function observe(): Promise<Moment> {
    const next = turn.then(look);
    turn = next.catch(() => undefined);
    return next;
  }

  return {
    observe,
    async deletionTime() {
      const { now, trusted } = await observe();
      return Math.min(now, trusted);
    },
    believe: () =>
      uow.transaction(async ({ lock, instance }) => {
        await lock('clock');
        await saveDoubt(instance, null);
      }),
    async confirm(by) {
      // Includes a jump that has not been observed yet.
      await observe();
      await uow.transaction(async (repos) => {
        await repos.lock('clock');
        await saveDoubt(repos.instance, null);
        await audit.note(repos.audit, by, { action: 'job.clock_confirm' });
      });
    },
  };
}

function judge(doubt: Doubt | null, { drift, running }: { drift: number; running: number }): Doubt | null {
  if (!doubt) return doubtOf({ ahead: drift, recent: 0, steady: 0 });
  const ahead = doubt.ahead + drift;
  // A jump back undoes the latest jump first.
  const recent = Math.min(Math.max(doubt.recent + drift, 0), Math.max(ahead, 0));
  const steady = doubt.steady + running;
  return doubtOf(steady < proof ? { ahead, recent, steady } : { ahead: recent, recent: 0, steady: 0 });
}

const doubtOf = (doubt: Doubt) => (Math.abs(doubt.ahead) > tolerance ? doubt : null);

const doubtFacts = ['clock_ahead', 'clock_ahead_recent', 'clock_steady'] as const;

export async function readDoubt(instance: Pick<InstanceRepo, 'readAll'>): Promise<Doubt | null> {
  const facts = await instance.readAll(doubtFacts);
  const [ahead, recent = 0, steady = 0] = doubtFacts.map((fact) => facts.get(fact));
  return ahead === undefined ? null : { ahead, recent, steady };
}

async function saveDoubt(instance: InstanceRepo, doubt: Doubt | null): Promise<void> {
  if (!doubt) {
    for (const fact of doubtFacts) await instance.remove(fact);
    return;
  }
  await instance.save('clock_ahead', doubt.ahead);
  await instance.save('clock_ahead_recent', doubt.recent);
  await instance.save('clock_steady', doubt.steady);
}
