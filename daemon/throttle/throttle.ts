import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../crypto/clock.ts';
import { deriveKey } from '../crypto/keys.ts';
import type { Lock } from '../db/locks.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import { inBatches } from '../jobs/in-batches.ts';
import type { JobSpec } from '../jobs/job.ts';
import {
  type Alternatives,
  type Caller,
  type Counted,
  type Counter,
  countersOf,
  judge,
  type Try,
  type Verdict,
} from './counters.ts';
import { createGuess, type Guess } from './guess.ts';
import type { ThrottleRepo } from './repo.ts';
import type { ThrottledAction } from './rules.ts';

interface ThrottleRepos {
  lock: Lock;
  throttles: ThrottleRepo;
}

interface Deps {
  uow: UnitOfWork<ThrottleRepos>;
  clock: Clock;
  /** Returns one name for all clients behind the same line. */
  networkOf(ip: string): string;
  /** Multiplies the limits per address; default 1. */
  addressFactor?: number;
  /** The secret key of the instance. */
  secretKey: string;
  /** Called for the first refusal in a window. */
  onRefusal(action: ThrottledAction, by: Caller): Promise<void>;
}

export interface Attempt {
  /** Number of points that were counted. */
  points: number;
  /** When the first of the windows that they count in ends. */
  endsAt: number;
  /** Checks a secret, and undoes the attempt unless it was wrong. */
  guess: Guess;
  /** Undoes the attempt. Does not change windows that began later. */
  takeBack(): Promise<void>;
}

export interface Throttle {
  /**
   * Counts an attempt before it is made: of concurrent attempts no more are allowed than the rule says. With `points`,
   * takes as many at once as there are left, at least one.
   *
   * @throws AppError `too_many_requests` with the seconds to wait
   */
  attempt(action: ThrottledAction, by: Caller, points?: number): Promise<Attempt>;
  /**
   * Counts an attempt for several limits: all of them must allow it, otherwise it counts for none. With `points`, takes
   * as many at once as all of them have left, at least one.
   *
   * @throws AppError `too_many_requests`
   */
  attemptAll(tries: readonly Try[], points?: number): Promise<Attempt>;
  /**
   * Counts nothing, for checks on every request: a client that has been refused is refused until the window ends, and
   * no other client costs a database query.
   *
   * @throws AppError `too_many_requests`
   */
  requireOpen(action: ThrottledAction, by: Caller): Promise<void>;
  /** Returns how often each action was refused since the start. */
  refusals(): ReadonlyMap<ThrottledAction, number>;
  /** Removes windows that have ended. */
  removePast(signal?: AbortSignal): Promise<void>;
}

/**
 * Limits how often actions are attempted, across all processes on the same database and across restarts. A refused
 * attempt writes nothing, except for the first in a window: a flood must not occupy the only connection that writes.
 */
export function createThrottle({
  uow,
  clock,
  networkOf,
  onRefusal,
  addressFactor = 1,
  secretKey,
}: Deps): Throttle {
  const refusals = new RecentRefusals();
  const counts = new Map<ThrottledAction, number>();
  const throttleKey = Buffer.from(deriveKey(secretKey, 'throttle')).toString('hex');

  function refusal(
    { tried: [action] }: Counter,
    { opensAt, now }: { opensAt: number; now: number },
  ): AppError {
    counts.set(action, (counts.get(action) ?? 0) + 1);
    return new AppError('too_many_requests', { seconds: Math.max(1, Math.ceil((opensAt - now) / 1000)) });
  }

  const limitsOf = (tries: readonly Try[]) =>
    tries.flatMap((tried) => countersOf(tried, { networkOf, addressFactor, secretKey: throttleKey }));

  /** @throws AppError `too_many_requests` */
  function refuseAgain(limits: readonly Alternatives[]): void {
    const now = clock.now();
    const monotonic = clock.monotonic();
    for (const [counter] of limits) {
      const opensAt = refusals.opensAt(counter.key, { now, monotonic });
      if (opensAt !== null) throw refusal(counter, { opensAt, now });
    }
  }

  function remember({ closed, opensAt }: Extract<Verdict, { isOpen: false }>): void {
    refusals.add(closed.counter.key, { opensAt, since: clock.monotonic() });
  }

  /** @throws AppError `too_many_requests` */
  function requireLet(verdict: Verdict): asserts verdict is Extract<Verdict, { isOpen: true }> {
    if (verdict.isOpen) return;
    remember(verdict);
    throw refusal(verdict.closed.counter, { opensAt: verdict.opensAt, now: clock.now() });
  }

  async function take(
    limits: readonly Alternatives[],
    points: number,
  ): Promise<Verdict & { points: number }> {
    return uow.transaction(async ({ throttles, lock }, afterCommit) => {
      await lockCounters(lock, limits.flat());
      const verdict = await judge(throttles, limits, clock.now());
      if (verdict.isOpen) {
        const free = verdict.open.map(({ counter, tally }) => counter.window.hits - tally.hits);
        const taken = Math.min(points, ...free);
        for (const { counter, tally } of verdict.open)
          await throttles.save(counter.key, { ...tally, hits: tally.hits + taken });
        return { ...verdict, points: taken };
      }
      for (const { counter, tally } of verdict.overlong) await throttles.save(counter.key, tally);
      const { counter, tally } = verdict.closed;
      if (!tally.isNoted) {
        await throttles.save(counter.key, { ...tally, isNoted: true });
        afterCommit(() => onRefusal(...counter.tried));
      }
      return { ...verdict, points: 0 };
    });
  }

  async function takeBack(counted: readonly Counted[], points: number): Promise<void> {
    await uow.transaction(async ({ throttles, lock }) => {
      // Otherwise an attempt that has read a count would write over what is undone here.
      await lockCounters(
        lock,
        counted.map(({ counter }) => counter),
      );
      for (const { counter, tally } of counted)
        await throttles.takeBack(counter.key, { hits: points, endsAt: tally.endsAt });
    });
    for (const { counter } of counted) refusals.remove(counter.key);
  }

  async function attempt(tries: readonly Try[], points: number): Promise<Attempt> {
    const limits = limitsOf(tries);
    refuseAgain(limits);
    const seen = await judge(uow.read.throttles, limits, clock.now());
    if (!seen.isOpen) {
      // Of concurrent refusals, the first is recorded.
      refuseAgain(limits);
      remember(seen);
      if (seen.closed.tally.isNoted && seen.overlong.length === 0) requireLet(seen);
    }
    const verdict = await take(limits, points);
    requireLet(verdict);
    const undo = () => takeBack(verdict.open, verdict.points);
    return {
      points: verdict.points,
      endsAt: Math.min(...verdict.open.map(({ tally }) => tally.endsAt)),
      guess: createGuess(undo),
      takeBack: undo,
    };
  }

  return {
    attempt: (action, by, points = 1) => attempt([[action, by]], points),
    attemptAll: (tries, points = 1) => attempt(tries, points),

    async requireOpen(action, by) {
      const limits = limitsOf([[action, by]]);
      if (!limits.some(([{ key }]) => refusals.has(key))) return;
      refuseAgain(limits);
      const seen = await judge(uow.read.throttles, limits, clock.now());
      if (seen.isOpen) for (const [{ key }] of limits) refusals.remove(key);
      requireLet(seen);
    },

    refusals: () => counts,

    removePast: (signal) =>
      inBatches(
        (limit) => uow.transaction(({ throttles }) => throttles.removePast(clock.now(), limit)),
        signal,
      ),
  };
}

/** In the order of their keys, so that attempts with the same limits do not wait for each other in a circle. */
async function lockCounters(lock: Lock, counters: readonly Counter[]): Promise<void> {
  const keys = new Set(counters.map(({ key }) => key));
  for (const key of [...keys].sort()) await lock('throttle', key);
}

/** Windows that have ended count nothing; their rows are deleted once an hour. */
export function createThrottleSweep(throttle: Throttle): JobSpec {
  return { name: 'throttle.sweep', everyMs: 3_600_000, run: (signal) => throttle.removePast(signal) };
}

/**
 * Milliseconds for which a refusal is cached before the database is queried again: another process may have undone a
 * hit.
 */
const believed = 1000;

const maxEntries = 10_000;

/** Caches recent refusals, so that a flood costs neither writes nor reads. */
class RecentRefusals {
  readonly #entries = new Map<string, { opensAt: number; since: number }>();

  add(key: string, entry: { opensAt: number; since: number }): void {
    if (this.#entries.size >= maxEntries) this.#entries.clear();
    this.#entries.set(key, entry);
  }

  remove(key: string): void {
    this.#entries.delete(key);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /**
   * Returns when the counter opens again, or null when the database must be queried. `monotonic` is a time that nobody
   * can set.
   */
  opensAt(key: string, { now, monotonic }: { now: number; monotonic: number }): number | null {
    const entry = this.#entries.get(key);
    return entry && entry.opensAt > now && monotonic - entry.since < believed ? entry.opensAt : null;
  }
}
