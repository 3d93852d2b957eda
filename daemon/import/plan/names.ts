import { toOneLine } from '#sdk/contract/formats/one-line.js';
import { findPathProblem, normalizePath, pathLimits } from '#sdk/contract/formats/paths.js';

/** Returns a user name of our form: other characters become `_`, and names that are taken get a number. */
export function chooseUsername(wanted: string, isTaken: (name: string) => boolean): string {
  const plain = wanted
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9_.]/g, '_')
    .slice(0, 32)
    .padEnd(3, '_');
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : `_${n}`;
    const name = plain.slice(0, 32 - suffix.length) + suffix;
    if (!isTaken(name)) return name;
  }
}

interface Texts {
  name: string | null;
  description: string | null;
}

/** Returns the texts of a share or reverse share without the characters that ours cannot have. */
export function cleanTexts({ name, description }: Texts): Texts {
  return {
    name: (name && toOneLine(name)) || null,
    description: description?.replaceAll(/[\0\p{Cs}]/gu, '') || null,
  };
}

/** Returns a path of our form that is not taken in the share: `a/b.txt`, `a/b (2).txt`, … */
export function choosePath(wanted: string, taken: ReadonlySet<string>): string {
  const normal = normalizePath(wanted);
  const path = findPathProblem(normal) === null ? normal : repair(normal);
  const [, stem = path, extension = ''] = /^(.*[^/])(\.[^./]{1,16})$/s.exec(path) ?? [];
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : ` (${n})`;
    const candidate = suffix === '' ? path : `${stem}${suffix}${extension}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Keeps of a path what our rules allow. */
function repair(path: string): string {
  const names = path
    .toWellFormed()
    .split('/')
    .map((name) =>
      name.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069\\\ufffd]/gu, '_').replace(/^\s*$|^\.{1,2}$/, ''),
    )
    .filter((name) => name !== '')
    .map(shorten);
  const repaired = names.slice(-pathLimits.folders - 1).join('/');
  const isFine = findPathProblem(repaired) === null;
  return isFine ? repaired : (names.at(-1) ?? 'file');
}

/** Cuts a name to the longest that is allowed, and keeps its extension. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= pathLimits.nameBytes) return name;
  const [extension = ''] = /\.[^.]{1,16}$/.exec(name) ?? [];
  const characters = Array.from(name.slice(0, name.length - extension.length));
  // Some bytes less, for the number of one that is taken.
  while (Buffer.byteLength(characters.join('') + extension) > pathLimits.nameBytes - 10) characters.pop();
  return characters.join('') + extension;
}
