import { expect, it } from 'vitest';
import { createRepos } from '../../app/repos.ts';
import { openTestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { openDatabaseIn, usesServer } from '../../testing/test-database.ts';

interface Query {
  sql: string;
  bindings: string[];
}

it.skipIf(usesServer())('reads the sums over everything from indexes alone', async () => {
  const { dataDir, close } = await openTestUnitOfWork();
  const { reader, close: closeReader } = openDatabaseIn(dataDir);
  const asked: Query[] = [];
  reader.on('query', (query: Query) => asked.push(query));
  await createRepos(reader).statistics.totals(1);
  reader.removeAllListeners('query');
  expect(asked.length).toBeGreaterThan(2);
  for (const { sql, bindings } of asked) {
    const plan: { detail: string }[] = await reader.raw(`explain query plan ${sql}`, bindings);
    expect(plan.map(({ detail }) => detail).join()).toContain('USING COVERING INDEX');
  }
  await closeReader();
  await close();
});
