import type { TestApp } from './start-app.ts';

type Instance = Pick<TestApp, 'app'>;

/** Counts the blobs of files in an instance, wherever it stores them. */
export const countBlobs = ({ app }: Instance) => count(app.stores.blobs.list());

/** Counts the unfinished uploads whose bytes are stored. */
export const countStaged = ({ app }: Instance) => count(app.stores.staging.list());

/** Counts everything that files, unfinished uploads and built archives have left behind. */
export async function countStored({ app }: Instance): Promise<number> {
  const { blobs, staging, archives } = app.stores;
  const stores = [blobs, staging, archives.blobs, archives.staging];
  const counts = await Promise.all(stores.map((store) => count(store.list())));
  return counts.reduce((sum, one) => sum + one, 0);
}

async function count(entries: AsyncIterable<unknown>): Promise<number> {
  const all: unknown[] = [];
  for await (const entry of entries) all.push(entry);
  return all.length;
}
