import { describeSum, isWithinTolerance } from './budget.ts';
import { measureModules } from './modules.ts';
import { measurePages } from './pages.ts';
import { measureRequests } from './requests.ts';
import { readBudgets, writeBudgets } from './table.ts';

/** `npm run budgets`: measures every cost, prints it and records it, unless it is what the table says already. */

const budgets = readBudgets();
const costs = { ...(await measureModules()), ...(await measureRequests()), ...measurePages() };
writeBudgets(
  Object.fromEntries(
    Object.entries(costs).map(([name, cost]) => {
      const budget = budgets[name];
      return [name, budget && isWithinTolerance(budget, cost) ? budget : cost];
    }),
  ),
);
for (const [name, cost] of Object.entries(costs)) {
  const before = describeSum(budgets[name] ?? {});
  const now = describeSum(cost);
  process.stdout.write(`${name}: ${now}${before === now ? '' : ` (was ${before || 'nothing'})`}\n`);
}
