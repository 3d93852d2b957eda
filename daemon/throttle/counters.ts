import { createHmac } from 'node:crypto';
import type { ThrottleRepo } from './repo.ts';
import { ruleOf, type ThrottledAction, type Window } from './rules.ts';
import { type Tally, tallyAt } from './window.ts';

export interface Caller {
  ip: string;
  /** What the action is about, as defined in the rules: an account, a share, a token. */
  subject?: string;
}

/** An action that is attempted, and by whom. */
export type Try = readonly [action: ThrottledAction, by: Caller];

export interface Counter {
  /** The attempts it counts. */
  tried: Try;
  key: string;
  window: Window;
}

/** The counters of one limit: any of them that is open allows the attempt. */
export type Alternatives = readonly [Counter, ...Counter[]];

interface CounterOptions {
  /** Returns one name for all clients behind the same line. */
  networkOf(ip: string): string;
  /** Multiplies the limits per address. */
  addressFactor: number;
  /**
   * The secret key of the instance: names can be passwords typed into the wrong field, and must not be guessable from
   * their digests.
   */
  secretKey: string;
}

/** Returns the limits of an attempt: each must allow it. */
export function countersOf(
  tried: Try,
  { networkOf, addressFactor, secretKey }: CounterOptions,
): Alternatives[] {
  const [action, { ip, subject }] = tried;
  const rule = ruleOf(action);
  const counter = (kind: string, name: string, window: Window): Counter => ({
    tried,
    key: `${action} ${kind} ${digest(name, secretKey)}`,
    window,
  });
  const limits: Alternatives[] = [];
  if (rule.ip) {
    const window = { ...rule.ip, hits: rule.ip.hits * addressFactor };
    limits.push([counter('ip', networkOf(ip), window)]);
  }
  if (rule.subject && subject !== undefined) {
    const afterwards = rule.afterwards ? [counter('afterwards', subject, rule.afterwards)] : [];
    limits.push([counter('subject', subject, rule.subject), ...afterwards]);
  }
  return limits;
}

export interface Counted {
  counter: Counter;
  tally: Tally;
}

/** The counters that allow an attempt, or the limit that does not and when it opens again. */
export type Verdict =
  | { isOpen: true; open: Counted[] }
  | {
      isOpen: false;
      closed: Counted;
      opensAt: number;
      /** Counters whose windows last too long because the clock was set back. */
      overlong: Counted[];
    };

export async function judge(
  throttles: ThrottleRepo,
  limits: readonly Alternatives[],
  now: number,
): Promise<Verdict> {
  const open: Counted[] = [];
  for (const alternatives of limits) {
    const full: Counted[] = [];
    const overlong: Counted[] = [];
    for (const counter of alternatives) {
      const stored = await throttles.find(counter.key);
      const counted = { counter, tally: tallyAt(stored, counter.window, now) };
      if (counted.tally.hits < counter.window.hits) {
        open.push(counted);
        break;
      }
      full.push(counted);
      if (stored && stored.endsAt > counted.tally.endsAt) overlong.push(counted);
    }
    const [closed] = full;
    if (!closed || full.length < alternatives.length) continue;
    return { isOpen: false, closed, opensAt: Math.min(...full.map(({ tally }) => tally.endsAt)), overlong };
  }
  return { isOpen: true, open };
}

/** Names can have any length, and must not be readable here. */
function digest(name: string, secretKey: string): string {
  return createHmac('sha256', secretKey).update(name).digest('base64url').slice(0, 22);
}
