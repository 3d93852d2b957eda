import { ensureBuild } from './ensure-build.js';

/** Before the end-to-end tests: the program they start must be built from the current sources. */
export function setup(): void {
  ensureBuild();
}
