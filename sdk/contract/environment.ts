import { findSimilar } from './similar.ts';

/** The prefix of every environment variable of this product. */
export const envPrefix = 'FILESHARE_';

/** The variables that the command line reads. Those of the server are in `daemon/env/env.ts`. */
export const clientVariables = {
  url: 'FILESHARE_URL',
  token: 'FILESHARE_TOKEN',
  workloadToken: 'FILESHARE_WORKLOAD_TOKEN',
  password: 'FILESHARE_PASSWORD',
  // Not FILESHARE_CONFIG_…: those set the instance's variables.
  profileDir: 'FILESHARE_PROFILE_DIR',
  stateDir: 'FILESHARE_STATE_DIR',
} as const;

/** The variables that the tests and tools of this repository read. */
export const toolVariables = {
  fault: 'FILESHARE_FAULT',
  chromium: 'FILESHARE_TEST_CHROMIUM',
  screenshots: 'FILESHARE_SCREENSHOTS',
  copyparty: 'FILESHARE_BENCH_COPYPARTY',
  testDatabase: 'FILESHARE_TEST_DATABASE',
  testPostgresWriters: 'FILESHARE_TEST_PG_WRITERS',
  testPostgresUrl: 'FILESHARE_TEST_PG_URL',
  testStorage: 'FILESHARE_TEST_STORAGE',
  testBucket: 'FILESHARE_TEST_BUCKET',
} as const;

/** Finds the variable that was probably meant. Only what follows the prefix is compared, because all share it. */
export function findSimilarVariable(name: string, known: readonly string[]): string | undefined {
  const rest = (text: string) => text.slice(envPrefix.length);
  const similar = findSimilar(rest(name), known.map(rest));
  return similar === undefined ? undefined : envPrefix + similar;
}
