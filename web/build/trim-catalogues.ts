import type { Plugin } from 'vite';
import { textPartNames, textPartOf } from '#sdk/i18n/text-parts.js';

const shownGroups = [
  'errors',
  'hints',
  'validation',
  'outbound',
  'paths',
  'client',
  'config',
  'oauth',
  'web',
];

/**
 * Keeps only the groups of the message catalogues that the page shows, so that those of the terminal stay out of its
 * chunks. Of these groups it keeps only the part that an import requests with `?part=`. The part for everybody also
 * exports how the others are loaded: the first script names one file for each language, not one for each part of each.
 */
export function trimCatalogues(): Plugin {
  return {
    name: 'trim-catalogues',
    enforce: 'pre',
    transform(code, id) {
      const [, name, part] = /\/i18n\/locales\/([\w-]+\.json)\?(?:.*&)?part=(\w+)/.exec(id) ?? [];
      if (!name || !part) return null;
      const catalogue: unknown = JSON.parse(code);
      const kept = entriesOf(catalogue).filter(([group]) => shownGroups.includes(group));
      const texts = JSON.stringify(
        keepPart(Object.fromEntries(kept), (key) => (textPartOf(key) ?? 'everybody') === part),
      );
      const others = part === 'everybody' ? loadersOf(name) : '';
      return { code: `export default ${texts};${others}`, map: null, moduleType: 'js' };
    },
  };
}

function loadersOf(name: string): string {
  const loaders = textPartNames.map((part) => `${part}:()=>import('./${name}?part=${part}')`);
  return `export const parts={${loaders.join()}};`;
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
