import path from 'node:path';
import { defineConfig } from 'vite';
import { root } from './run-tool.js';

const dist = path.join(root, 'dist');

/**
 * Joins the compiled files of the command line and the server, because Node needs longer to find and link 500 small files
 * than to run them. Libraries stay outside.
 */
export default defineConfig({
  root: dist,
  plugins: [keepAddresses()],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'program',
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: path.join(dist, 'cli/main.js'), host: path.join(dist, 'daemon/host.js') },
      // Chosen by a condition at each start, see package.json.
      external: ['#faults'],
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
});

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
