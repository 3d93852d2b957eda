import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { trimCatalogues } from './web/build/trim-catalogues.ts';

// `#sdk/*.js` means the TypeScript sources here and the compiled files for everybody else.
const source = 'fileshare-source';
// Without `module`: packages have files for bundlers there, which Node cannot load.
const serverConditions = defaultServerConditions.filter((condition) => condition !== 'module');
const nodeConditions = {
  ssr: { resolve: { conditions: [source, ...serverConditions], externalConditions: ['node'] } },
};

// They replace modules, so their files cannot share a process with others.
const mockingTests = [
  'daemon/features/uploads/{storage-failure,whole-files}.test.ts',
  'daemon/storage/local/store.test.ts',
];
// They wait for connections that break and for instances that stop, or take many seconds otherwise.
const slowTests = [
  'cli/commands/watch.test.ts',
  'daemon/db/{postgres-failures,upgrade}.test.ts',
  'daemon/features/uploads/{cut-off,locks,recovery,restored-copy,servers}.test.ts',
  'daemon/features/uploads/parts/*.test.ts',
  'daemon/transfer/zip/interop.test.ts',
  'sdk/client/{node/download/receive,upload/bundles}.test.ts',
];
// A disturbed machine does not hold a change up; the summary names the tests that needed it.
const retry = process.env.CI ? 1 : 0;
// For all tests of a process, modules are loaded once: that takes longer than most tests.
const shared = { environment: 'node', pool: 'forks', isolate: false, retry } as const;
const temporaryFolder = './bin/dev/temporary-folder-setup.ts';
const nodeTests = {
  ...shared,
  globalSetup: [temporaryFolder, './bin/dev/engines-setup.ts'],
  // Long, for busy machines: what hangs is ended, what is slow is not.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A second, the default, is short on a busy machine.
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    // One core is left over by default: of two that is half.
    maxWorkers: 2,
    reporters: ['default', './bin/dev/summary-reporter.ts'],
    projects: [
      {
        ...nodeConditions,
        test: {
          ...nodeTests,
          name: 'node',
          include: ['{sdk,daemon,cli,bin}/**/*.test.{ts,tsx}'],
          exclude: ['**/e2e/**', ...mockingTests, ...slowTests],
        },
      },
      { ...nodeConditions, test: { ...nodeTests, name: 'node-slow', include: slowTests } },
      {
        ...nodeConditions,
        test: { ...nodeTests, name: 'node-mocks', isolate: true, include: mockingTests },
      },
      {
        plugins: [react(), trimCatalogues()],
        resolve: { conditions: [source, ...defaultClientConditions] },
        test: {
          name: 'web',
          environment: 'happy-dom',
          retry,
          globalSetup: temporaryFolder,
          // Each file has a window of its own, and a process has several files.
          pool: 'vmForks',
          // Node cannot load its circular imports in another context.
          server: { deps: { inline: [/@mui\/x-charts/] } },
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/e2e/**'],
          testTimeout: 15_000,
        },
      },
      {
        ...nodeConditions,
        test: {
          ...shared,
          name: 'e2e',
          include: ['{sdk,cli,web,bin/dev/{budgets,chaos}}/e2e/**/*.test.ts'],
          globalSetup: [temporaryFolder, './bin/dev/e2e-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
