import { describe, expect, it } from 'vitest';
import { type Costs, describeExcess } from '../budget.ts';
import { measureModules } from '../modules.ts';
import { measurePages } from '../pages.ts';
import { measureRequests } from '../requests.ts';
import { readBudgets } from '../table.ts';

const budgets = readBudgets();
/** Half a minute, unless the machine is busy. */
const patient = { timeout: 240_000 };

describe('the budgets', () => {
  it.concurrent('have room for the modules that the server and the commands read', patient, async () => {
    expectWithin(await measureModules());
  });

  it.concurrent('have room for what each request does', patient, async () => {
    expectWithin(await measureRequests());
  });

  it('have room for what each page loads', () => {
    expectWithin(measurePages());
  });
});

function expectWithin(costs: Costs): void {
  const excesses = Object.entries(costs).flatMap(([name, cost]) => {
    const excess = describeExcess(budgets[name] ?? {}, cost);
    return excess === null ? [] : [`${name}: ${excess}`];
  });
  expect(excesses.join('\n\n')).toBe('');
}
