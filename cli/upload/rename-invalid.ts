import path from 'node:path';
import { findPathProblem, nameOfPath, pathLimits } from '#sdk/contract/formats/paths.js';
import type { LocalFileSource } from '#sdk/index.js';

export interface RenamedFile {
  /** The refused path. */
  from: string;
  /** Path in the share. */
  to: string;
}

/** Characters that names in a share cannot contain. */
const forbidden = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffd]/g;

/**
 * Gives files with refused names allowed ones: `a\b.txt` becomes `a_b.txt`, and `a_b (2).txt` if that exists. The same
 * files always get the same names, so that an upload can be resumed. All others keep theirs.
 */
export function renameInvalid(sources: readonly LocalFileSource[]): {
  sources: LocalFileSource[];
  renamed: RenamedFile[];
} {
  const taken = new Set<string>();
  const wrong: LocalFileSource[] = [];
  const kept = new Set<LocalFileSource>();
  for (const source of sources) {
    if (findPathProblem(source.path) !== null || taken.has(source.path)) wrong.push(source);
    else {
      kept.add(source);
      take(taken, source.path);
    }
  }
  const renamed: RenamedFile[] = [];
  const names = new Map<LocalFileSource, string>();
  // Not in the order of the disk: it may differ from run to run.
  for (const source of wrong.toSorted((a, b) => (a.file < b.file ? -1 : 1))) {
    const to = findFree(allowedPath(source.path), taken);
    take(taken, to);
    names.set(source, to);
    renamed.push({ from: source.path, to });
  }
  return {
    sources: sources.map((source) => ({ ...source, path: names.get(source) ?? source.path })),
    renamed,
  };
}

/**
 * Tells which paths {@link renameInvalid} can have made of these in an earlier run. Which number it added depended on the
 * other files of that run, so that every number counts.
 */
export function createRenamedFinder(originals: readonly string[]): (path: string) => boolean {
  const allowed = new Set(originals.map(allowedPath));
  const stems = new Set([...allowed].map(stemOf));
  return (name) => allowed.has(name) || (isNumbered(name) && stems.has(stemOf(withoutNumber(name))));
}

function isNumbered(name: string): boolean {
  return withoutNumber(name) !== name;
}

/** `name (2).ext` → `name.ext` */
function withoutNumber(name: string): string {
  const { dir, name: base, ext } = path.posix.parse(name);
  const plain = base.replace(/ \(\d+\)$/, '') + ext;
  return dir === '' ? plain : `${dir}/${plain}`;
}

/** What a number leaves of a long name, too. */
function stemOf(name: string): string {
  const { dir, name: base, ext } = path.posix.parse(name);
  return `${dir}/${cut(base, pathLimits.nameBytes - bytesOf(ext) - 16)}${ext}`;
}

/** A file cannot have the path of a folder either. */
function take(taken: Set<string>, name: string): void {
  for (let end = name.length; end > 0; end = name.lastIndexOf('/', end - 1)) taken.add(name.slice(0, end));
}

function findFree(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? wanted : numberPath(wanted, number);
    if (!taken.has(candidate)) return candidate;
  }
}

/** `name (2).ext` */
function numberPath(wanted: string, number: number): string {
  const { dir, name, ext } = path.posix.parse(wanted);
  const suffix = ` (${number})`;
  const short = `${cut(name, pathLimits.nameBytes - bytesOf(suffix + ext))}${suffix}${ext}`;
  return dir === '' ? short : `${dir}/${short}`;
}

/** The nearest path without a problem. */
function allowedPath(wanted: string): string {
  const names = wanted.split('/').map(allowedName);
  const name = names.pop() ?? '_';
  const folders = names.slice(0, pathLimits.folders);
  // Room for a number.
  const limit = pathLimits.pathBytes - bytesOf(name) - 16;
  while (bytesOf(folders.join('/')) > limit) folders.pop();
  return [...folders, name].join('/');
}

function allowedName(name: string): string {
  const clean = name.replaceAll(forbidden, '_').toWellFormed().replaceAll('\ufffd', '_');
  if (clean.trim() === '' || clean === '.' || clean === '..') return '_';
  if (bytesOf(clean) <= pathLimits.nameBytes) return clean;
  const ext = path.posix.extname(nameOfPath(clean));
  const shortExt = bytesOf(ext) <= 32 ? ext : '';
  return `${cut(clean.slice(0, clean.length - shortExt.length), pathLimits.nameBytes - bytesOf(shortExt))}${shortExt}`;
}

/** The beginning of a text that is at most so many bytes long, in whole characters. */
function cut(text: string, bytes: number): string {
  let short = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += bytesOf(segment);
    if (length > bytes) break;
    short += segment;
  }
  return short;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
