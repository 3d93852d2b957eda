import { createHash } from 'node:crypto';
import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../crypto/clock.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { ThrottleRepo } from './repo.ts';
import { ruleOf, type ThrottledAction, type Window } from './rules.ts';

interface Deps {
  uow: UnitOfWork<{ throttles: ThrottleRepo }>;
  clock: Clock;
  /** One name for everybody behind the same line. */
  networkOf(ip: string): string;
  /** Told of the first refusal of a window. */
  onRefusal(action: ThrottledAction, by: Caller): Promise<void>;
}

export interface Caller {
  ip: string;
  /** What the action is about, as the rules say: an account, a share, a token. */
  subject?: string;
}

export interface Attempt {
  /** Takes the hit back: where failures count, after a success. */
  takeBack(): Promise<void>;
}

export interface Throttle {
  /**
   * Counts an attempt, before anything is tried: of many at the same moment no more are let through than the rule says.
   *
   * @throws AppError `too_many_requests` with the seconds to wait
   */
  attempt(action: ThrottledAction, by: Caller): Promise<Attempt>;
  /** Forgets the windows that are over. */
  removePast(): Promise<void>;
}

interface Counter {
  key: string;
  window: Window;
}

/** Bounds how often things are tried, over all processes on the same database and over restarts. */
export function createThrottle({ uow, clock, networkOf, onRefusal }: Deps): Throttle {
  /** The counters of an attempt: each entry must let it through, by any of its counters. */
  function countersOf(action: ThrottledAction, { ip, subject }: Caller): Counter[][] {
    const rule = ruleOf(action);
    const counter = (kind: string, name: string, window: Window): Counter => ({
      key: `${action} ${kind} ${digest(name)}`,
      window,
    });
    const alternatives: Counter[][] = [];
    if (rule.ip) alternatives.push([counter('ip', networkOf(ip), rule.ip)]);
    if (rule.subject && subject !== undefined) {
      const later = rule.afterwards ? [counter('afterwards', subject, rule.afterwards)] : [];
      alternatives.push([counter('subject', subject, rule.subject), ...later]);
    }
    return alternatives;
  }

  /** The counter that lets an attempt through, or when the first of them does again. */
  async function findOpen(
    throttles: ThrottleRepo,
    counters: readonly Counter[],
    now: number,
  ): Promise<{ open: Counter; hits: number; endsAt: number } | { opensAt: number }> {
    let opensAt = Number.POSITIVE_INFINITY;
    for (const open of counters) {
      const tally = await throttles.find(open.key, now);
      if (!tally || tally.hits < open.window.hits) {
        return { open, hits: tally?.hits ?? 0, endsAt: tally?.endsAt ?? now + open.window.ms };
      }
      opensAt = Math.min(opensAt, tally.endsAt);
    }
    return { opensAt };
  }

  return {
    async attempt(action, by) {
      const now = clock.now();
      const alternatives = countersOf(action, by);
      const outcome = await uow.transaction(async ({ throttles }) => {
        const found = [];
        for (const counters of alternatives) {
          const result = await findOpen(throttles, counters, now);
          if ('opensAt' in result)
            return { ...result, isNew: await isFirstRefusal(throttles, counters, now) };
          found.push(result);
        }
        for (const { open, hits, endsAt } of found)
          await throttles.save(open.key, { hits: hits + 1, endsAt });
        return { taken: found.map(({ open }) => open.key) };
      });
      if ('taken' in outcome) {
        const { taken } = outcome;
        return {
          takeBack: () =>
            uow.transaction(async ({ throttles }) => {
              for (const key of taken) await throttles.takeBack(key);
            }),
        };
      }
      if (outcome.isNew) await onRefusal(action, by);
      throw new AppError('too_many_requests', {
        seconds: Math.max(1, Math.ceil((outcome.opensAt - now) / 1000)),
      });
    },

    async removePast() {
      await uow.transaction(async ({ throttles }) => void (await throttles.removePast(clock.now())));
    },
  };
}

/** One note for each window, however often somebody knocks. */
async function isFirstRefusal(
  throttles: ThrottleRepo,
  [counter]: readonly Counter[],
  now: number,
): Promise<boolean> {
  if (!counter) return false;
  const key = `${counter.key} noted`;
  if (await throttles.find(key, now)) return false;
  await throttles.save(key, { hits: 1, endsAt: now + counter.window.ms });
  return true;
}

/** Addresses and names are personal: they are compared, never read. */
function digest(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}
