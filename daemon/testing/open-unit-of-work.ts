import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRepos, type Repos } from '../app/repos.ts';
import type { Database } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { createUnitOfWork, type UnitOfWork } from '../db/unit-of-work.ts';
import { createMigratedDatabaseIn, databaseIn, dropDatabaseIn, openDatabaseIn } from './test-database.ts';

export interface TestUnitOfWork {
  uow: UnitOfWork<Repos>;
  /** A folder for this test, which contains the database. */
  dataDir: string;
  /** Opens a second process on the same database, as far as the database can tell. */
  openAnother(): Promise<UnitOfWork<Repos>>;
  close(): Promise<void>;
}

/** Opens the repositories on a new, migrated database. */
export async function openTestUnitOfWork(): Promise<TestUnitOfWork> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
  await createMigratedDatabaseIn(dataDir);
  const opened: Database[] = [];

  async function open(): Promise<UnitOfWork<Repos>> {
    const database = openDatabaseIn(dataDir);
    opened.push(database);
    await migrate(database, databaseIn(dataDir));
    const onEffectError = (error: unknown) => {
      throw error;
    };
    return createUnitOfWork({ database, createRepos, onEffectError });
  }

  return {
    uow: await open(),
    dataDir,
    openAnother: open,
    async close() {
      await Promise.all(opened.map((database) => database.close()));
      await dropDatabaseIn(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
