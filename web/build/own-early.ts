import { join } from 'node:path';
import type { Plugin } from 'vite';

const entry = join(import.meta.dirname, '../early/visit.ts');
const mark = '?early';

/** Whether a module is part of the script that runs before all others. */
export function isEarly(id: string): boolean {
  return id === entry || id.endsWith(mark);
}

/** Gives the first script copies of what it imports: it must not wait for a file that it shares with the page. */
export function ownEarly(): Plugin {
  return {
    name: 'own-early',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer, options) {
      if (!importer || !isEarly(importer)) return null;
      const resolved = await this.resolve(source, importer.replace(mark, ''), { ...options, skipSelf: true });
      return resolved && { ...resolved, id: resolved.id + mark };
    },
  };
}
