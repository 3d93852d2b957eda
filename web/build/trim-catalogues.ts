import type { Plugin } from 'vite';

/** Keeps of the message catalogues only the groups the page shows; those of the terminal stay out of its chunks. */
export function trimCatalogues(groups: readonly string[]): Plugin {
  return {
    name: 'trim-catalogues',
    // Before Vite's own JSON plugin turns the text into a module.
    enforce: 'pre',
    transform(code, id) {
      if (!/\/i18n\/locales\/[\w-]+\.json$/.test(id)) return null;
      const catalogue: unknown = JSON.parse(code);
      if (typeof catalogue !== 'object' || catalogue === null) return null;
      const kept = Object.entries(catalogue).filter(([group]) => groups.includes(group));
      return { code: JSON.stringify(Object.fromEntries(kept)), map: null };
    },
  };
}
