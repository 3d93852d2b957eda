import type { Plugin } from 'vite';

const prefetch = /\/\* @__PURE__ \*\/ React\d*\.createElement\(PrefetchPageLinks, \{ page: \w+ \}\)/;
const displayName = /^\w+\.displayName = "[^"]*";$/gm;
const component = /= (React\d*\.(?:forwardRef|createContext)\()/g;

/**
 * The router without its forms and without prefetching, which need its own server, and without the checks of
 * development: what no page uses is marked so that the bundler can leave it out.
 */
export function leanRouter(): Plugin {
  let isMarked = false;
  return {
    name: 'lean-router',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer) {
      if (source !== 'react-router') return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
    transform(code, id) {
      if (!id.includes('/node_modules/react-router/dist/') || !prefetch.test(code)) return null;
      isMarked = true;
      const marked = code
        .replace(prefetch, 'null')
        .replaceAll(displayName, '')
        .replaceAll(component, '= /* @__PURE__ */ $1');
      return { code: marked, map: null };
    },
    buildEnd(error) {
      if (!error && !isMarked) this.error('The router links pages in a way that this plugin does not know.');
    },
  };
}
