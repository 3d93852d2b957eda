import { basename } from 'node:path';
import { toolVariables } from '#sdk/contract/environment.js';
import type { App } from '../app/app.ts';

/** Set by the global setup of the tests: variables as JSON. */
const bucket = () => process.env[toolVariables.testBucket];

/**
 * Whether files are stored in a bucket (`FILESHARE_TEST_STORAGE=s3`): a test that looks into the data folder has
 * nothing to look at.
 */
export const usesBucket = () => bucket() !== undefined;

/** The variables of an instance that say where its files are: with a bucket, in a folder there named after its own. */
export function storageIn(dataDir: string): Record<string, string> {
  const text = bucket();
  if (text === undefined) return {};
  const variables = JSON.parse(text) as Record<string, string>;
  return { ...variables, FILESHARE_S3_PREFIX: `${basename(dataDir)}/` };
}

interface StoringInstance {
  app: Pick<App, 'stores'>;
}

/** Counts the blobs of files in an instance, wherever it stores them. */
export const countBlobs = ({ app }: StoringInstance) => count(app.stores.blobs.list());

/** Counts the unfinished uploads whose bytes are stored. */
export const countStaged = ({ app }: StoringInstance) => count(app.stores.staging.list());

/** Counts everything that files, unfinished uploads and built archives have left behind. */
export async function countStored({ app }: StoringInstance): Promise<number> {
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
