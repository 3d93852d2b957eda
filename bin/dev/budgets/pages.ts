import { type LoadedFile, nameOf, readFirstLoad } from '../first-load.ts';
import type { Amounts, Cost, Costs } from './budget.ts';

/** The requests and bytes, compressed, of what every page loads, and of what each page loads in addition. */
export function measurePages(): Costs {
  const { everyPage, pages } = readFirstLoad();
  const costs = Object.entries(pages).map(([name, files]) => [`page: ${name}`, toCost(files)] as const);
  return { 'every page': toCost(everyPage), ...Object.fromEntries(costs) };
}

function toCost(files: readonly LoadedFile[]): Cost {
  const cost: Record<string, Amounts> = {};
  for (const file of files) {
    const { requests = 0, bytes = 0 } = cost[nameOf(file)] ?? {};
    cost[nameOf(file)] = { requests: requests + 1, bytes: bytes + file.bytes };
  }
  return cost;
}
