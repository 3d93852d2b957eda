import path from 'node:path';
import { defineConfig } from 'vite';
import { root } from './run-tool.js';

const dist = path.join(root, 'dist');

/**
 * Libraries that every start of the server loads in hundreds of files: they are joined with our own files, the others stay
 * outside. `licenses.md` carries their licenses.
 */
const joinedLibraries = ['zod', 'knex', /^lodash/];

/**
 * Joins the compiled files of the command line and the server, because Node needs longer to find and link small files than
 * to run them.
 */
export default defineConfig({
  root: dist,
  plugins: [keepAddresses(), leaveOutDialects()],
  ssr: { noExternal: joinedLibraries },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'program',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: { main: path.join(dist, 'cli/main.js'), host: path.join(dist, 'daemon/host.js') },
      // The first is chosen by a condition at each start, see package.json; the others are drivers that knex loads.
      external: ['#faults', 'sqlite3', 'pg', 'pg-query-stream'],
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
});

/** knex has ten more databases, which need drivers that are not installed. */
function leaveOutDialects() {
  const others =
    /^ *'?(better-sqlite3|cockroachdb|mssql|mysql2?|mariadb|oracle|oracledb|pgnative|redshift)'?: .*\n/gm;
  return {
    name: 'leave-out-dialects',
    transform(code, id) {
      return id.endsWith('knex/lib/dialects/index.js')
        ? { code: code.replaceAll(others, ''), map: null }
        : null;
    },
  };
}

/** Files that are read or started beside a module are still where the compiler has put them. */
function keepAddresses() {
  return {
    name: 'keep-addresses',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null;
      const address = path.posix.relative('program', path.relative(dist, id).replaceAll('\\', '/'));
      const original = `new URL(${JSON.stringify(address)}, import.meta.url).href`;
      return { code: code.replaceAll('import.meta.url', original), map: null };
    },
  };
}
