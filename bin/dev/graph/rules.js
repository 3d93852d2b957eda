import { daemonLayers, features } from './daemon.js';
import { faces } from './faces.js';
import { fences, hygiene } from './libraries.js';
import { sdk, siblings } from './packages.js';

/**
 * The dependency direction, as dependency-cruiser rules. Every rule has `plants`: imports that it must catch, each
 * `[from, to]`. The check plants them first, and fails if a rule does not catch them.
 */
export const rules = [...sdk, ...siblings, ...faces, ...daemonLayers, ...features, ...fences, ...hygiene];

/** Imports that must pass: a rule that catches everything proves nothing. `import type` where marked. */
export const allowedImports = [
  ['sdk/contract/allowed.ts', 'zod/mini'],
  ['sdk/client/node/allowed.ts', 'node:fs'],
  ['sdk/client/node/allowed.ts', 'undici'],
  ['daemon/allowed.ts', 'sdk/contract/plant.ts'],
  ['daemon/allowed.test.ts', 'sdk/index.ts'],
  ['daemon/http/allowed.ts', 'koa'],
  ['daemon/features/shares/allowed.ts', 'daemon/features/files/service.ts', 'type'],
  ['daemon/features/shares/allowed.ts', 'daemon/features/shares/repos/share-repo.ts', 'type'],
  ['daemon/features/shares/allowed.ts', 'daemon/crypto/plant.ts'],
  ['daemon/features/allowed/repo.ts', 'knex'],
  ['web/allowed.ts', 'sdk/browser.ts'],
  ['cli/allowed.ts', 'sdk/index.ts'],
  ['cli/ui/allowed.ts', 'ink'],
  ['cli/allowed.ts', 'cli/ui/Plant.tsx', 'dynamic'],
  ['cli/e2e/allowed.ts', 'daemon/testing/plant.ts'],
];
