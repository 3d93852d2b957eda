import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { toolVariables } from '#sdk/contract/environment.js';

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/**
 * Finds the browser for the web tests: `FILESHARE_TEST_CHROMIUM`, otherwise the first one on the PATH, otherwise
 * `null`.
 */
export function findChromium(): string | null {
  const chosen = process.env[toolVariables.chromium];
  if (chosen) return chosen;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return candidates.find(isExecutable) ?? null;
}

/** Arguments that Chromium needs in a container and without a screen; the others keep it from contacting its vendor. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
