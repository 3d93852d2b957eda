import * as lucide from 'lucide';
import type { Plugin } from 'vite';

const icons: Readonly<Record<string, unknown>> = lucide;

/** Inlines only the icons that each source draws: as modules, each would be a request of its own. */
export function inlineIcons(): Plugin {
  return {
    name: 'inline-icons',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes("'lucide'") || id.includes('/node_modules/')) return null;
      const inlined = code.replaceAll(/^import \{([\w\s,]+)\} from 'lucide';$/gm, (_, names: string) =>
        namesIn(names).map(toConstant).join(' '),
      );
      if (inlined.replaceAll(/^import type .*$/gm, '').includes("'lucide'"))
        this.error('Icons are imported by a list of their names only.');
      return { code: inlined, map: null };
    },
  };
}

function namesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '' && !name.startsWith('type '));
}

/** `Name as alias` becomes a constant with the name of the alias. */
function toConstant(item: string): string {
  const [name = '', alias = name] = item.split(/\s+as\s+/);
  return `const ${alias} = ${JSON.stringify(icons[name])};`;
}
