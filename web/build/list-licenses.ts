import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Packages whose code is written into our own modules: see `inline-icons.ts`. */
const inlined = ['lucide'];

interface Package {
  name: string;
  version: string;
  license: string;
  folder: string;
}

/** Writes `licenses.txt`: the license of every package of which something is sent to browsers, fonts and icons included. */
export function listLicenses(): Plugin {
  return {
    name: 'list-licenses',
    apply: 'build',
    generateBundle() {
      const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
      const folders = [
        ...inlined.map((name) => join(modules, name)),
        ...[...this.getModuleIds()].filter((id) => id.includes('/node_modules/')).map(folderOf),
      ];
      const packages = [...new Set(folders)].filter((folder) => folder !== null).map(readPackage);
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: describeLicenses(packages) });
    },
  };
}

/** Returns the folder of the package that a module is in; packages can have more files named `package.json`. */
function folderOf(id: string): string | null {
  const [path = ''] = id.replace(/^\0/, '').split('?');
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  return folder !== undefined && existsSync(join(folder, 'package.json')) ? folder : null;
}

function readPackage(folder: string): Package {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(text) as Omit<Package, 'folder'>;
  return { name, version, license, folder };
}

/**
 * Returns the licenses of packages, by name.
 *
 * @throws Error if a package names no license
 */
export function describeLicenses(packages: readonly Package[]): string {
  const parts = packages
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, version, license, folder }) => {
      if (!license) throw new Error(`${name} names no license in its package.json`);
      const texts = readdirSync(folder)
        .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
        .toSorted()
        .map((file) => readFileSync(join(folder, file), 'utf8').trim());
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    });
  const intro = 'This page contains parts of the following programs, icons and fonts.';
  return `${[intro, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
