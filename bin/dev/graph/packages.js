import { npm, tests } from './patterns.js';

/** Code that runs in Node and in browsers. */
const clientCore = '^sdk/client/(?!node/|browser/)';

export const sdk = [
  {
    name: 'contract-knows-zod-only',
    from: { path: '^sdk/contract/', pathNot: tests },
    to: { pathNot: ['^sdk/contract/', npm('zod')] },
    plants: [
      ['sdk/contract/plant.ts', 'node:fs'],
      ['sdk/contract/plant.ts', 'tus-js-client'],
      ['sdk/contract/plant.ts', 'sdk/i18n/locales.ts'],
    ],
  },
  {
    name: 'i18n-knows-contract-only',
    // The one file that reads the catalogues from the disk, for server and terminal.
    from: { path: '^sdk/i18n/', pathNot: [tests, '^sdk/i18n/catalogue\\.ts$'] },
    to: { pathNot: '^sdk/(i18n|contract)/' },
    plants: [
      ['sdk/i18n/plant.ts', 'sdk/client/plant.ts'],
      ['sdk/i18n/plant.ts', 'node:fs'],
    ],
  },
  {
    name: 'client-core-runs-everywhere',
    from: { path: clientCore, pathNot: tests },
    to: { pathNot: ['^sdk/contract/', clientCore, npm('tus-js-client'), npm('zod')] },
    plants: [
      ['sdk/client/plant.ts', 'node:fs'],
      ['sdk/client/plant.ts', 'undici'],
      ['sdk/client/plant.ts', 'sdk/client/node/plant.ts'],
      ['sdk/client/plant.ts', 'sdk/client/browser/plant.ts'],
      ['sdk/client/plant.ts', 'sdk/i18n/translate.ts'],
    ],
  },
  {
    name: 'client-node-part',
    from: { path: '^sdk/client/node/', pathNot: tests },
    to: {
      pathNot: [
        '^sdk/contract/',
        clientCore,
        '^sdk/client/node/',
        npm('undici', 'tus-js-client', 'ignore', 'zod'),
      ],
      dependencyTypesNot: ['core'],
    },
    plants: [
      ['sdk/client/node/plant.ts', 'sdk/client/browser/plant.ts'],
      ['sdk/client/node/plant.ts', 'sdk/i18n/translate.ts'],
    ],
  },
  {
    name: 'client-browser-part',
    from: { path: '^sdk/client/browser/', pathNot: tests },
    to: { pathNot: ['^sdk/contract/', clientCore, '^sdk/client/browser/', npm('tus-js-client')] },
    plants: [
      ['sdk/client/browser/plant.ts', 'node:fs'],
      ['sdk/client/browser/plant.ts', 'sdk/client/node/plant.ts'],
    ],
  },
  {
    name: 'browser-entry-without-node',
    from: { path: '^sdk/(browser|exports)\\.ts$' },
    to: { path: ['^sdk/client/node/', npm('undici')] },
    plants: [
      ['sdk/browser.ts', 'sdk/client/node/plant.ts'],
      ['sdk/exports.ts', 'sdk/client/node/plant.ts'],
    ],
  },
  {
    name: 'sdk-is-the-leaf',
    from: { path: '^sdk/', pathNot: '^sdk/e2e/' },
    to: { path: '^(daemon|web|cli|bin)/' },
    plants: [
      ['sdk/index.ts', 'daemon/plant.ts'],
      ['sdk/client/plant.test.ts', 'cli/plant.ts'],
    ],
  },
];

export const siblings = [
  {
    name: 'daemon-stands-alone',
    from: { path: '^daemon/', pathNot: tests },
    to: { path: ['^sdk/client/', '^sdk/[^/]+$', '^(web|cli|bin)/'] },
    plants: [
      ['daemon/plant.ts', 'sdk/client/plant.ts'],
      ['daemon/plant.ts', 'sdk/index.ts'],
      ['daemon/plant.ts', 'cli/plant.ts'],
    ],
  },
  {
    name: 'daemon-tests-use-the-public-sdk',
    from: { path: ['^daemon/.*\\.(test|suite)\\.ts$', '^daemon/testing/'] },
    to: { path: ['^sdk/client/', '^sdk/browser\\.ts$', '^(web|cli)/'] },
    plants: [
      ['daemon/plant.test.ts', 'sdk/client/plant.ts'],
      ['daemon/testing/plant.ts', 'web/plant.ts'],
    ],
  },
  {
    name: 'web-uses-the-browser-sdk',
    from: { path: '^web/', pathNot: ['^web/e2e/', '^web/(vite\\.config\\.ts|build/)'] },
    to: { path: ['^sdk/client/', '^sdk/index\\.ts$', '^(daemon|cli|bin)/'] },
    plants: [
      ['web/plant.ts', 'sdk/index.ts'],
      ['web/plant.ts', 'sdk/client/node/plant.ts'],
      ['web/plant.ts', 'daemon/plant.ts'],
      ['web/plant.ts', 'cli/plant.ts'],
    ],
  },
  {
    name: 'web-without-node',
    from: { path: '^web/', pathNot: [tests, '^web/(vite\\.config\\.ts|build/)'] },
    to: { dependencyTypes: ['core'] },
    plants: [['web/plant.ts', 'node:path']],
  },
  {
    name: 'browsers-load-catalogues-lazily',
    from: { path: '^(web/|sdk/client/browser/|sdk/browser\\.ts$)', pathNot: '^web/e2e/' },
    to: { path: '^sdk/i18n/catalogue\\.ts$' },
    plants: [['web/plant.ts', 'sdk/i18n/catalogue.ts']],
  },
  {
    name: 'web-build-stands-alone',
    from: { path: '^web/(?!build/)', pathNot: [tests, '^web/vite\\.config\\.ts$'] },
    to: { path: '^web/build/' },
    plants: [['web/plant.ts', 'web/build/plant.ts']],
  },
  {
    name: 'cli-uses-the-node-sdk',
    from: { path: '^cli/', pathNot: '^cli/e2e/' },
    to: {
      path: ['^sdk/client/', '^sdk/browser\\.ts$', '^(daemon|web|bin)/', npm('react-dom', '@mui/[^/]+')],
    },
    plants: [
      ['cli/plant.ts', 'sdk/client/plant.ts'],
      ['cli/plant.ts', 'sdk/browser.ts'],
      ['cli/plant.ts', 'daemon/plant.ts'],
      ['cli/plant.ts', 'web/plant.ts'],
      ['cli/plant.ts', 'react-dom'],
      ['cli/plant.ts', '@mui/material'],
    ],
  },
  {
    name: 'end-to-end-tests-start-the-app-only',
    from: { path: '^(sdk|cli|web)/e2e/' },
    to: {
      path: ['^daemon/(?!testing/)', '^sdk/client/', '^web/(?!e2e/)', '^cli/(?!e2e/)'],
      // The behaviour that stores of users must have, too.
      pathNot: '[.]suite[.]ts$',
    },
    plants: [
      ['sdk/e2e/plant.ts', 'daemon/plant.ts'],
      ['cli/e2e/plant.ts', 'sdk/client/plant.ts'],
      ['web/e2e/plant.ts', 'web/plant.ts'],
    ],
  },
  {
    name: 'nothing-needs-tests-or-tools',
    from: { path: '^(sdk|daemon|web|cli)/', pathNot: tests },
    to: { path: [tests, '^bin/dev/'] },
    plants: [
      ['cli/plant.ts', 'cli/plant.test.ts'],
      ['daemon/plant.ts', 'daemon/testing/plant.ts'],
      ['daemon/plant.ts', 'bin/dev/plant.ts'],
      ['web/plant.ts', 'web/e2e/plant.ts'],
    ],
  },
];
