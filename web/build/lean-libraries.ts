import type { Plugin } from 'vite';

interface Replacement {
  /** What is imported */
  source: RegExp;
  /** A part of the path of the module that imports it */
  importer?: string;
  code: string;
}

/** Parts of libraries that every page would load although none needs them. */
const replacements: readonly Replacement[] = [
  // The theme turns the ripple of every button off.
  { source: /^\.\/TouchRipple(\.m?js)?$/, importer: '/ButtonBase/', code: 'export default () => null;' },
  // The theme draws what turns in a busy button.
  {
    source: /^\.\.\/CircularProgress\/index(\.m?js)$/,
    importer: 'Button/',
    code: 'export default () => null;',
  },
  // The script that the library would write into a page that a server renders.
  {
    source: /InitColorSchemeScript(\.m?js)$/,
    importer: '/@mui/system/',
    code: `
      export const DEFAULT_MODE_STORAGE_KEY = 'mode';
      export const DEFAULT_COLOR_SCHEME_STORAGE_KEY = 'color-scheme';
      export const DEFAULT_ATTRIBUTE = 'data-color-scheme';
      export const buildInitColorSchemeScript = () => null;
      export default buildInitColorSchemeScript;`,
  },
  // No style of ours asks for the size of a container.
  {
    source: /^\.\.\/cssContainerQueries\/index(\.m?js)$/,
    importer: '/@mui/system/',
    code: `
      export const sortContainerQueries = (_, css) => css;
      export const isCqShorthand = () => false;
      export const getContainerQuery = () => null;
      export default (theme) => theme;`,
  },
  // A list of all attributes of HTML and SVG. What the component library hands on is an attribute, except these.
  {
    source: /^@emotion\/is-prop-valid$/,
    code: `const own = ['ownerState', 'theme', 'sx', 'as']; export default (name) => !own.includes(name);`,
  },
  // For components that are classes with static fields.
  { source: /^hoist-non-react-statics$/, code: 'export default (component) => component;' },
];

const virtualPrefix = '\0lean-libraries:';

/** Replaces parts of libraries that no page needs. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer = '') {
      const index = replacements.findIndex(
        (one) => one.source.test(source) && importer.includes(one.importer ?? ''),
      );
      return index === -1 ? null : `${virtualPrefix}${index}`;
    },
    load(id) {
      if (!id.startsWith(virtualPrefix)) return null;
      return replacements[Number(id.slice(virtualPrefix.length))]?.code ?? null;
    },
  };
}
