import { ensureBuild } from './ensure-build.js';
import { findChromium } from './find-chromium.ts';

/** Before the end-to-end tests: the program they start must be built from the current sources. */
export function setup(): void {
  ensureBuild();
  if (!findChromium()) {
    process.stdout.write(
      'SKIPPED: the browser tests (web/e2e). Install chromium, or name it in FILESHARE_TEST_CHROMIUM.\n',
    );
  }
}
