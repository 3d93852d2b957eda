import { expect, it } from 'vitest';
import { createMemoryBudget } from './memory-budget.ts';

it('makes writers wait in turn until there is memory', async () => {
  const budget = createMemoryBudget(10);
  const order: string[] = [];
  await budget.take(8);
  expect(budget.tryTake(3)).toBe(false);
  const large = budget.take(9).then(() => order.push('large'));
  const small = budget.take(1).then(() => order.push('small'));
  // Nobody overtakes the one who waits.
  expect(budget.tryTake(1)).toBe(false);
  budget.release(8);
  await Promise.all([large, small]);
  expect(order).toEqual(['large', 'small']);
});

it('gives all of it to a part that is larger', async () => {
  const budget = createMemoryBudget(10);
  await budget.take(1);
  const large = budget.take(25);
  budget.release(1);
  await large;
  expect(budget.tryTake(1)).toBe(false);
  budget.release(25);
  expect(budget.tryTake(10)).toBe(true);
});
