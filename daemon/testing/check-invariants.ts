import type { App } from '../app/app.ts';
import { examine } from '../doctor/examine.ts';
import { invariants } from '../doctor/invariants/table.ts';

/** Returns what `fileshare doctor` finds wrong with rows and bytes, whether requests are running or not. */
export async function findViolations({
  core,
  blobs,
  thumbnails,
}: Pick<App, 'core' | 'blobs' | 'thumbnails'>): Promise<string[]> {
  const { database, clock } = core;
  const violations: string[] = [];
  for (const invariant of invariants) {
    const { findings } = await examine(invariant, { database, blobs, thumbnails, clock });
    for (const { code, params } of findings) {
      violations.push(`${invariant.id} ${code} ${JSON.stringify(params)}`);
    }
  }
  return violations;
}
