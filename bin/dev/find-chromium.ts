import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { toolVariables } from '#sdk/contract/environment.js';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser of the web tests: `FILESHARE_TEST_CHROMIUM`, else the first one on the PATH, else `null`. */
export function findChromium(): string | null {
  const chosen = process.env[toolVariables.chromium];
  if (chosen) return chosen;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return candidates.find(isExecutable) ?? null;
}

/** What Chromium needs in a container and without a screen; the rest keeps it from calling home. */
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
