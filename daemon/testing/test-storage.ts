import { basename } from 'node:path';
import { toolVariables } from '#sdk/contract/environment.js';

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
