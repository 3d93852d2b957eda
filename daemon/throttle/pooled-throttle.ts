import type { Clock } from '../crypto/clock.ts';
import type { ThrottledAction } from './rules.ts';
import type { Attempt, Throttle } from './throttle.ts';

/** Points taken from the database at once. */
const block = 20;

/** Number of clients with points in memory; each has had an attempt counted. */
const maxBudgets = 10_000;

interface Budget {
  points: number;
  endsAt: number;
  /** A request for more points is running. */
  refill?: Promise<Attempt>;
}

/** Spends a point of an action, or throws AppError `too_many_requests`. */
export type PooledThrottle = (ip: string) => Promise<void>;

/**
 * Throttles actions that are too frequent for a write to the database each time: takes points in blocks and spends them
 * in memory. When the process ends, the remaining points are lost to the client until the window ends.
 */
export function createPooledThrottle(
  throttle: Throttle,
  action: ThrottledAction,
  clock: Clock,
): PooledThrottle {
  const budgets = new Map<string, Budget>();

  function budgetOf(ip: string): Budget {
    const known = budgets.get(ip);
    if (known) return known;
    if (budgets.size >= maxBudgets) budgets.clear();
    const budget = { points: 0, endsAt: 0 };
    budgets.set(ip, budget);
    return budget;
  }

  /** Of concurrent requests that find no points, one asks for all. */
  async function refill(budget: Budget, ip: string): Promise<void> {
    budget.refill ??= throttle.attempt(action, { ip }, block);
    const running = budget.refill;
    try {
      const { points, endsAt } = await running;
      // For the others that waited for it, this is already done.
      if (budget.refill === running) Object.assign(budget, { points, endsAt });
    } finally {
      if (budget.refill === running) delete budget.refill;
    }
  }

  return async (ip) => {
    const budget = budgetOf(ip);
    while (budget.points === 0 || budget.endsAt <= clock.now()) await refill(budget, ip);
    budget.points -= 1;
  };
}
