import type { Plugin } from 'vite';

const virtualId = '\0no-ripple';

/** The theme turns the ripple of every button off: its code is left out too. */
export function noRipple(): Plugin {
  return {
    name: 'no-ripple',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      const isRipple = /^\.\/TouchRipple(\.m?js)?$/.test(source) && importer?.includes('/ButtonBase/');
      return isRipple ? virtualId : null;
    },
    load: (id) => (id === virtualId ? 'export default () => null;' : null),
  };
}
