import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { codeGroups } from './build/code-groups.ts';
import { inlineIcons } from './build/inline-icons.ts';
import { leanContract } from './build/lean-contract.ts';
import { leanLibraries } from './build/lean-libraries.ts';
import { leanRouter } from './build/lean-router.ts';
import { listLicenses } from './build/list-licenses.ts';
import { omitPreload } from './build/omit-preload.ts';
import { ownEarly } from './build/own-early.ts';
import { precompress } from './build/precompress.ts';
import { trimCatalogues } from './build/trim-catalogues.ts';
import { trimTheme } from './build/trim-theme.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    ownEarly(),
    inlineIcons(),
    leanContract(),
    leanLibraries(),
    omitPreload(),
    leanRouter(),
    trimCatalogues(),
    trimTheme(),
    listLicenses(),
    precompress(),
  ],
  resolve: { conditions: ['fileshare-source', ...defaultClientConditions] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows scripts and fonts from files only.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The names of what each page imports would be 2 kB of the first script; the pages name it themselves.
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // On a slow machine compression takes most of the time; a warning would not help anyone.
    rolldownOptions: {
      // Lists of trackers may name scripts called `visit`.
      input: {
        index: join(import.meta.dirname, 'index.html'),
        early: join(import.meta.dirname, 'early/visit.ts'),
      },
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: codeGroups },
        // The first script names all others: a character less of each makes it smaller.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/d': 'http://127.0.0.1:3000' } },
});
