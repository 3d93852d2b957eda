import { join } from 'node:path';
import type { App } from '../app/app.ts';
import { systemClock } from '../crypto/clock.ts';
import type { Database } from '../db/connection.ts';
import { examine } from '../doctor/examine.ts';
import { invariants } from '../doctor/invariants/table.ts';
import type { DoctorContext } from '../doctor/types.ts';
import { openLocalStore } from '../storage/local/store.ts';

/** Returns what `fileshare doctor` finds wrong with rows and bytes, whether requests are running or not. */
export function findViolations({ core, stores }: Pick<App, 'core' | 'stores'>): Promise<string[]> {
  const { database, clock } = core;
  return examineAll({ ...stores, database, clock });
}

/** The same of a database and the files of a data folder, without a server. */
export async function findViolationsIn(folder: string, database: Database): Promise<string[]> {
  const store = await openLocalStore({ directory: folder, fsync: 'off' });
  const { blobs: thumbnails } = await openLocalStore({ directory: join(folder, 'thumbnails'), fsync: 'off' });
  return examineAll({ ...store, thumbnails, database, clock: systemClock });
}

async function examineAll(context: DoctorContext): Promise<string[]> {
  const violations: string[] = [];
  for (const invariant of invariants) {
    const { findings } = await examine(invariant, context);
    for (const { code, params } of findings) {
      violations.push(`${invariant.id} ${code} ${JSON.stringify(params)}`);
    }
  }
  return violations;
}
