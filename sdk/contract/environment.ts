import { findSimilar } from './similar.ts';

/** Begins the name of each environment variable of this product. */
export const envPrefix = 'FILESHARE_';

/** What the command line reads. The variables of the server are in `daemon/env/env.ts`. */
export const clientVariables = {
  url: 'FILESHARE_URL',
  token: 'FILESHARE_TOKEN',
  password: 'FILESHARE_PASSWORD',
  // Not FILESHARE_CONFIG_…: those set the instance's variables.
  profileDir: 'FILESHARE_PROFILE_DIR',
  stateDir: 'FILESHARE_STATE_DIR',
} as const;

/** What tests and the tools of the repository read. */
export const toolVariables = {
  fault: 'FILESHARE_FAULT',
  chromium: 'FILESHARE_TEST_CHROMIUM',
  screenshots: 'FILESHARE_SCREENSHOTS',
} as const;

/** The variable that was probably meant: by what follows the prefix, which all of them share. */
export function findSimilarVariable(name: string, known: readonly string[]): string | undefined {
  const rest = (text: string) => text.slice(envPrefix.length);
  const similar = findSimilar(rest(name), known.map(rest));
  return similar === undefined ? undefined : envPrefix + similar;
}
