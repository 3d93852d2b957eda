import * as icons from '@mdi/js';
import type { Plugin } from 'vite';

const outlines: Readonly<Record<string, string>> = icons;

/** Inlines only the outlines that each source draws: one module of all icons would be loaded with the first page. */
export function inlineIcons(): Plugin {
  return {
    name: 'inline-icons',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes("'@mdi/js'") || id.includes('/node_modules/')) return null;
      const inlined = code.replaceAll(/^import \{([\w\s,]+)\} from '@mdi\/js';$/gm, (_, names: string) =>
        namesIn(names).map(toConstant).join(' '),
      );
      if (inlined.includes("'@mdi/js'")) this.error('Icons are imported by a list of their names only.');
      return { code: inlined, map: null };
    },
  };
}

function namesIn(list: string): string[] {
  return list.split(',').flatMap((name) => name.trim() || []);
}

function toConstant(name: string): string {
  return `const ${name} = ${JSON.stringify(outlines[name])};`;
}
