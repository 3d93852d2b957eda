import type { Clock } from '../crypto/clock.ts';
import type { ThrottledAction } from './rules.ts';
import type { Attempt, Throttle } from './throttle.ts';

/** So many points are taken from the database at once. */
const block = 20;

/** Callers with points in hand; each has had an attempt counted. */
const maxBudgets = 10_000;

interface Budget {
  points: number;
  endsAt: number;
  /** More are on their way. */
  refill?: Promise<Attempt>;
}

/** Spends a point of an action, or throws AppError `too_many_requests`. */
export type PooledThrottle = (ip: string) => Promise<void>;

/**
 * For what happens so often that each time a write to the database would be too much: takes points in blocks and spends
 * them in memory. What is in hand when the process ends is lost to the caller, until the window ends.
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

  /** Of many who find nothing in hand, one asks for all. */
  async function refill(budget: Budget, ip: string): Promise<void> {
    budget.refill ??= throttle.attempt(action, { ip }, block);
    const running = budget.refill;
    try {
      const { points, endsAt } = await running;
      // Those who waited with it find it done.
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
