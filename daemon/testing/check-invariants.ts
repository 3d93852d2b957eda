import type { App } from '../app/app.ts';
import { examine } from '../doctor/examine.ts';
import { invariants } from '../doctor/invariants/table.ts';

/** Returns what `fileshare doctor` finds wrong with rows and bytes, whether requests are running or not. */
export async function findViolations({ core, stores }: Pick<App, 'core' | 'stores'>): Promise<string[]> {
  const { database, clock } = core;
  const violations: string[] = [];
  for (const invariant of invariants) {
    const { findings } = await examine(invariant, { ...stores, database, clock });
    for (const { code, params } of findings) {
      violations.push(`${invariant.id} ${code} ${JSON.stringify(params)}`);
    }
  }
  return violations;
}
