import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { licenseTexts } from './license-texts.ts';

/** Packages whose code is written into our own modules: see `inline-icons.ts`. */
const inlined = ['lucide'];

const modules = join(import.meta.dirname, '../../node_modules');

export interface Package {
  name: string;
  version: string;
  license: string;
  /** Its own folder, and those of the files that are sent: parts by others have their license beside them. */
  folders: readonly string[];
}

/** Writes `licenses.txt`: the license of every package of which something is sent to browsers, fonts and icons included. */
export function listLicenses(): Plugin {
  let root = '';
  return {
    name: 'list-licenses',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const originals = Object.values(bundle).flatMap((output) =>
        output.type === 'asset' ? output.originalFileNames : [],
      );
      const files = [
        ...inlined.map((name) => join(modules, name, 'package.json')),
        ...this.getModuleIds(),
        // Files that are only copied, such as workers, are no modules.
        ...originals.map((file) => resolve(root, file)),
      ];
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: describeLicenses(packagesOf(files)) });
    },
  };
}

/** Returns the packages that files are from; other files, such as our own, are left out. */
export function packagesOf(files: Iterable<string>): Package[] {
  const foldersOf = new Map<string, Set<string>>();
  for (const file of files) {
    const [path = ''] = file.replace(/^\0/, '').split('?');
    const [own] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    // Packages can have more files named `package.json`.
    if (own === undefined || !existsSync(join(own, 'package.json'))) continue;
    const folders = foldersOf.get(own) ?? new Set([own]);
    for (let folder = dirname(path); folder.length > own.length; folder = dirname(folder))
      folders.add(folder);
    foldersOf.set(own, folders);
  }
  return [...foldersOf].map(([own, folders]) => readPackage(own, [...folders]));
}

function readPackage(own: string, folders: readonly string[]): Package {
  const text = readFileSync(join(own, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(text) as Omit<Package, 'folders'>;
  return { name, version, license, folders };
}

/**
 * Returns the licenses of packages, by name.
 *
 * @throws Error if a package names no license, or its text is neither in the package nor in our table
 */
export function describeLicenses(packages: readonly Package[]): string {
  const parts = packages
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((one) => {
      const { name, version, license } = one;
      if (!license) throw new Error(`${name} names no license in its package.json`);
      const texts = textsOf(one);
      if (texts.length === 0) throw new Error(`${name} has no license text: add it to license-texts.ts`);
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    });
  const intro = 'This page contains parts of the following programs, icons and fonts.';
  return `${[intro, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function textsOf({ name, folders }: Package): string[] {
  const texts = folders.toSorted().flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /^(licen[cs]e|copying|notice)([-_.]|$)/i.test(file) && !/\.[cm]?[jt]sx?$/.test(file))
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim()),
  );
  const own = licenseTexts.get(name);
  return [...new Set(own === undefined ? texts : [own, ...texts])];
}
