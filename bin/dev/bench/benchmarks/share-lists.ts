import { join } from 'node:path';
import { shareSorts } from '#sdk/contract/shares/inputs.js';
import { openDatabase } from '../../../../daemon/db/connection.ts';
import { createShareRepo } from '../../../../daemon/features/shares/repos/share-repo.ts';
import { storedShare } from '../../../../daemon/testing/stored-share.ts';
import type { Benchmark, Goal } from '../benchmark.ts';
import { type Ours, startOurs } from '../servers/ours.ts';

type Query = Record<string, string>;

/** Pages of 50, for an administrator who owns all the shares. */
const queries: Readonly<Record<string, { list: 'list' | 'listAll'; query: Query }>> = {
  ...Object.fromEntries(shareSorts.map((sort) => [`all, by ${sort}`, { list: 'listAll', query: { sort } }])),
  'all, found by name': { list: 'listAll', query: { search: 'name 99' } },
  'own, newest first': { list: 'list', query: {} },
  'own, by name': { list: 'list', query: { sort: 'name', order: 'asc' } },
};

const counts = [100, 10_000] as const;

const nameOf = (title: string, count: number) => `${title}; ${count.toLocaleString('en')} shares`;

export const shareLists: Benchmark = {
  name: 'share-lists',
  title: 'Lists of many shares',
  unit: 'ms',
  note: 'One page of 50 by HTTP, each the mean of twenty requests. A hundred times the shares may not take much longer.',
  goals: Object.keys(queries).map(
    (title): Goal => ({ ours: nameOf(title, counts[1]), against: nameOf(title, counts[0]), atMost: 5 }),
  ),
  repetitions: { full: 5, quick: 2 },
  async prepare(bench) {
    const contenders = counts.map(async (count) => {
      const folder = join(bench.diskFolder, `ours-${count}`);
      const ours = await startOurs(bench, folder);
      await addShares(ours, folder, count);
      return Object.entries(queries).map(([title, { list, query }]) => ({
        name: nameOf(title, count),
        run: async () => ({ value: await meanOf(20, () => ours.client.shares[list]({ query })) }),
      }));
    });
    return (await Promise.all(contenders)).flat();
  },
};

/** Inserts rows directly, because only the output is measured. */
async function addShares({ client }: Ours, folder: string, count: number): Promise<void> {
  const me = await client.users.me();
  const database = openDatabase(
    { engine: 'sqlite', file: join(folder, 'fileshare.db') },
    { synchronous: 'NORMAL' },
  );
  await database.writer.transaction(async (trx) => {
    const repo = createShareRepo(trx);
    for (let i = 0; i < count; i++) {
      const name = i % 5 === 0 ? null : `Name ${(i * 7919) % count}`;
      const expiresAt = i % 3 === 0 ? null : Date.now() + 86_400_000 + i;
      const numbers = { size: i * 1000, views: i % 50, createdAt: i };
      await repo.insert(storedShare({ ownerId: me?.id ?? null, name, expiresAt, ...numbers }));
    }
  });
  await database.close();
}

async function meanOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let i = 0; i < times; i++) await work();
  return (performance.now() - started) / times;
}
