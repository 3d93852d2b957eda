import { readFileSync, writeFileSync } from 'node:fs';
import type { Costs } from './budget.ts';

const file = 'bin/dev/budgets/budgets.json';

export function readBudgets(): Costs {
  return JSON.parse(readFileSync(file, 'utf8')) as Costs;
}

/** Writes a line for each part, so that a difference shows what was added. */
export function writeBudgets(costs: Costs): void {
  const entries = Object.entries(costs).map(([name, parts]) => {
    const lines = Object.entries(parts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([part, amounts]) => `    ${JSON.stringify(part)}: ${JSON.stringify(amounts)}`);
    return `  ${JSON.stringify(name)}: {${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}}`;
  });
  writeFileSync(file, `{\n${entries.join(',\n')}\n}\n`);
}
