import type { Plugin } from 'vite';

/** Vite's own module: loads the styles of a chunk before the chunk. */
const helper = 'vite/preload-helper';

/** What each chunk tells it */
const styles = { list: /^const __vite__mapDeps=.*;\n/, use: /,__vite__mapDeps\(\[[\d,]*\]\)/g };

/**
 * The document names the styles of all pages, and no chunk has any of its own. Leaving out the code that would load them
 * makes the first scripts smaller.
 */
export function omitPreload(): Plugin {
  return {
    name: 'omit-preload',
    enforce: 'pre',
    apply: 'build',
    transform(_, id) {
      if (!id.includes(helper)) return null;
      return { code: 'export const __vitePreload = (load) => load();', map: null };
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const sheets = Object.keys(bundle).filter((file) => file.endsWith('.css'));
        if (sheets.length > 1) this.error(`Nothing would load the styles of a chunk: ${sheets.join(', ')}`);
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk')
            output.code = output.code.replace(styles.list, '').replace(styles.use, '');
        }
      },
    },
  };
}
