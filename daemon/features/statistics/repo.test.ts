import { expect, it } from 'vitest';
import { createRepos } from '../../app/repos.ts';
import { openDatabase } from '../../db/connection.ts';
import { openTestUnitOfWork } from '../../testing/open-unit-of-work.ts';

interface Query {
  sql: string;
  bindings: string[];
}

it('reads the sums over everything from indexes alone', async () => {
  const { dataDir, close } = await openTestUnitOfWork();
  const { reader, close: closeReader } = openDatabase({
    file: `${dataDir}/fileshare.db`,
    synchronous: 'NORMAL',
  });
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
