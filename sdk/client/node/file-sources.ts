import type { BigIntStats } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { normalizePath } from '../../contract/formats/paths.ts';
import { createFileSource, type LocalFileSource } from './file-source.ts';

/** A file that `filesFromPaths` left out, and why. */
export interface SkippedFile {
  /** Absolute path on the disk. */
  file: string;
  /** `special`: a device, socket or pipe; `hidden`: its name begins with a dot; `excluded`: a pattern matches it. */
  reason: 'symbolic-link' | 'special' | 'hidden' | 'excluded';
}

/** Options of `filesFromPaths`: the files to leave out. */
export interface FilesFromPathsOptions {
  /** Patterns of files to leave out, as in a .gitignore, relative to each given path. */
  exclude?: readonly string[];
  /** A file with more such patterns. */
  ignoreFile?: string;
  /** Includes files and folders whose names begin with a dot; false by default. Given paths are always included. */
  hidden?: boolean;
  /** Called for each file or folder that is left out. Links inside folders are not followed, given ones are. */
  onSkipped?: (skipped: SkippedFile) => void;
}

/** Stats in flight at the same time. */
const statsAtOnce = 64;

/**
 * Finds the files to upload at these paths. A folder is included under its own name with everything in it, as with
 * `cp -r`, sorted by name.
 *
 * @throws the file system's error when something cannot be read
 * @throws TypeError for an empty path
 * @example
 * await client.uploadFiles(await filesFromPaths(['photos'], { exclude: ['*.tmp'] }));
 */
export async function filesFromPaths(
  paths: readonly string[],
  options: FilesFromPathsOptions = {},
): Promise<LocalFileSource[]> {
  const walk: Walk = {
    matcher: await readPatterns(options),
    hidden: options.hidden ?? false,
    onSkipped: options.onSkipped ?? (() => {}),
    sources: [],
  };
  for (const path of paths) await addGiven(walk, path);
  return walk.sources;
}

interface Walk {
  matcher: Ignore;
  hidden: boolean;
  onSkipped: (skipped: SkippedFile) => void;
  sources: LocalFileSource[];
}

async function readPatterns({ exclude = [], ignoreFile }: FilesFromPathsOptions): Promise<Ignore> {
  const matcher = ignore({ ignorecase: false });
  if (ignoreFile !== undefined) matcher.add(await readFile(ignoreFile, 'utf8'));
  return matcher.add([...exclude]);
}

async function addGiven(walk: Walk, path: string): Promise<void> {
  // Resolved, it would be the current folder, which nobody has named.
  if (path === '') throw new TypeError('a path is empty');
  const file = resolve(path);
  const name = basename(file);
  const stats = await stat(file, { bigint: true });
  if (stats.isDirectory()) return addFolder(walk, { file, path: name, matchPath: '' });
  if (walk.matcher.ignores(name)) return walk.onSkipped({ file, reason: 'excluded' });
  if (!stats.isFile()) return walk.onSkipped({ file, reason: 'special' });
  addFile(walk, { file, path: name, matchPath: name }, stats);
}

interface Place {
  /** Absolute path on the disk. */
  file: string;
  /** The same as bytes, if a name in it is not UTF-8: then no text leads there. */
  bytes?: Buffer | undefined;
  /** Path in the share; empty for the root of a disk. */
  path: string;
  /** Path that patterns are matched against, relative to the given folder. */
  matchPath: string;
}

async function addFolder(walk: Walk, folder: Place): Promise<void> {
  const places: Place[] = [];
  for (const bytes of await readdir(folder.bytes ?? folder.file, { encoding: 'buffer' })) {
    const place = placeIn(folder, bytes);
    if (walk.hidden || bytes[0] !== dot) places.push(place);
    else walk.onSkipped({ file: place.file, reason: 'hidden' });
  }
  places.sort(byName);
  for (let start = 0; start < places.length; start += statsAtOnce) {
    const batch = places.slice(start, start + statsAtOnce);
    const found = await Promise.all(
      batch.map(async (place) => ({
        place,
        stats: await lstat(place.bytes ?? place.file, { bigint: true }),
      })),
    );
    for (const { place, stats } of found) await addFound(walk, place, stats);
  }
}

const dot = 0x2e;

/** Names that are not UTF-8 can look the same. */
function byName(a: Place, b: Place): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return Buffer.compare(a.bytes ?? Buffer.alloc(0), b.bytes ?? Buffer.alloc(0));
}

function placeIn(folder: Place, nameBytes: Buffer): Place {
  const name = nameBytes.toString();
  const below = (parent: string) => (parent === '' ? name : `${parent}/${name}`);
  const isText = folder.bytes === undefined && Buffer.from(name).equals(nameBytes);
  const parent = folder.bytes ?? Buffer.from(folder.file);
  return {
    file: join(folder.file, name),
    bytes: isText ? undefined : Buffer.concat([parent, Buffer.from(sep), nameBytes]),
    path: below(folder.path),
    matchPath: below(folder.matchPath),
  };
}

async function addFound(walk: Walk, place: Place, stats: BigIntStats): Promise<void> {
  const isFolder = stats.isDirectory();
  if (walk.matcher.ignores(isFolder ? `${place.matchPath}/` : place.matchPath))
    return walk.onSkipped({ file: place.file, reason: 'excluded' });
  if (isFolder) return addFolder(walk, place);
  if (stats.isFile()) addFile(walk, place, stats);
  else walk.onSkipped({ file: place.file, reason: stats.isSymbolicLink() ? 'symbolic-link' : 'special' });
}

function addFile(walk: Walk, place: Place, stats: BigIntStats): void {
  walk.sources.push(createFileSource({ ...place, path: normalizePath(place.path), stats }));
}
