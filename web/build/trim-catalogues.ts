import type { Plugin } from 'vite';

/** Returns the part that a group of texts belongs to, if it is not for everybody. */
type PartOf = (group: string) => string | undefined;

const shownGroups = ['errors', 'hints', 'validation', 'paths', 'client', 'config', 'oauth', 'web'];

/**
 * Keeps only the groups of the message catalogues that the page shows, so that those of the terminal stay out of its
 * chunks. Of these groups it keeps only the part that an import requests with `?part=`.
 */
export function trimCatalogues(partOf: PartOf): Plugin {
  return {
    name: 'trim-catalogues',
    enforce: 'pre',
    transform(code, id) {
      const [, part] = /\/i18n\/locales\/[\w-]+\.json\?(?:.*&)?part=(\w+)/.exec(id) ?? [];
      if (!part) return null;
      const catalogue: unknown = JSON.parse(code);
      const kept = entriesOf(catalogue).filter(([group]) => shownGroups.includes(group));
      const texts = JSON.stringify(
        keepPart(Object.fromEntries(kept), (key) => (partOf(key) ?? 'everybody') === part),
      );
      return { code: `export default ${texts};`, map: null, moduleType: 'js' };
    },
  };
}

/** Parts are made of groups of the first or the second level. */
function keepPart(catalogue: object, isIn: (key: string) => boolean): object {
  const groups = entriesOf(catalogue).map(([name, group]): [string, unknown] => {
    const texts = entriesOf(group).filter(([inner]) => isIn(`${name}.${inner}`));
    return [name, Object.fromEntries(texts)];
  });
  return Object.fromEntries(groups.filter(([, texts]) => entriesOf(texts).length > 0));
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
