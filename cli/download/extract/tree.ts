import { createWriteStream, utimesSync, type WriteStream, writeFileSync } from 'node:fs';
import { link, mkdir, readdir, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { findPathProblem } from '#sdk/contract/formats/paths.js';
import { CliError } from '../../errors/cli-error.ts';
import { forTerminal } from '../../io/output.ts';

/** One thing in an archive, in the order in which the archive has them. */
export type Entry = { path: string } & (
  | { kind: 'folder' | 'other' }
  | { kind: 'file'; size: number; mode: number; modified: Date; read(): AsyncIterable<Uint8Array> }
  | { kind: 'symlink' | 'hardlink'; target: string }
);

/** How many times as large as the archive its content may be: text rarely has more than 50. */
const maxRatio = 200;
/** Always allowed, however small the archive is. */
const alwaysAllowed = 1024 ** 3;
const maxEntries = 1_000_000;
/** Written at once: calls of the thread pool cost more than the write. */
const maxSmall = 65_536;

type Refusal = `cli.extract.${'crowded' | 'twin' | 'too_large' | 'special' | 'path' | 'link'}`;

function refuse(key: Refusal, params: { path: string } | { limit: number }): CliError {
  const shown = 'path' in params ? { path: forTerminal(params.path) } : params;
  return new CliError({ exit: 'failure', key, params: shown });
}

interface Link {
  kind: 'symlink' | 'hardlink';
  path: string;
  names: readonly string[];
  target: string;
}

/**
 * Writes the content of an untrusted archive into a new folder. Links are made last, so that nothing is written through
 * one, and none may lead out of the folder.
 */
export class Tree {
  readonly #root: string;
  readonly #signal: AbortSignal;
  readonly #folders = new Set<string>();
  readonly #files = new Set<string>();
  /** By the place of the link: of several things with one path, the last one counts, as with tar and unzip. */
  readonly #links = new Map<string, Link>();
  #entries = 0;
  #announced = 0;
  readonly #announcedMost: number;
  #current: WriteStream | null = null;
  #bytes = 0;

  constructor(root: string, { archiveSize, signal }: { archiveSize: number; signal: AbortSignal }) {
    this.#root = root;
    this.#signal = signal;
    this.#announcedMost = Math.max(alwaysAllowed, archiveSize * maxRatio);
  }

  /** Bytes that have been written so far. */
  get bytes(): number {
    return this.#bytes + (this.#current?.bytesWritten ?? 0);
  }

  get files(): number {
    return this.#files.size;
  }

  async begin(): Promise<void> {
    await mkdir(this.#root);
  }

  /** @throws CliError when the archive is not to be extracted */
  async add(entry: Entry): Promise<void> {
    this.#signal.throwIfAborted();
    if (++this.#entries > maxEntries) throw refuse('cli.extract.crowded', { limit: maxEntries });
    const names = namesOf(entry.path);
    if (names.length === 0) return;
    if (entry.kind === 'other') throw refuse('cli.extract.special', { path: entry.path });
    const place = path.join(this.#root, ...names);
    try {
      await this.#makeFolder(entry.kind === 'folder' ? names : names.slice(0, -1));
      if (entry.kind === 'file') await this.#write(place, entry);
      else if ('target' in entry) this.#links.set(place, { ...entry, names });
    } catch (error) {
      throw explainTwin(error, entry.path);
    }
  }

  /**
   * Makes the links, when everything else is there. An archive `a.zip` with nothing but a folder `a` becomes `a`, not
   * `a/a`, so its links may not leave that folder.
   *
   * @param name of the folder that the content gets
   * @returns the folder with the content
   */
  async finish(name: string): Promise<string> {
    const root = await realpath(this.#root);
    const content = (await this.#hasOnly(name)) ? path.join(root, name) : root;
    for (const [place, each] of this.#links) {
      this.#signal.throwIfAborted();
      await this.#makeLink(content, place, each).catch((error: unknown) => {
        throw explainTwin(error, each.path);
      });
    }
    for (const { kind, path: link, names, target } of this.#links.values()) {
      this.#signal.throwIfAborted();
      const folder = path.join(root, ...names.slice(0, -1));
      if (kind === 'symlink' && !(await leadsInside(content, folder, target)))
        throw refuse('cli.extract.link', { path: link });
    }
    this.#signal.throwIfAborted();
    return content;
  }

  async #hasOnly(name: string): Promise<boolean> {
    if ([...this.#links.values()].some(({ names }) => names.length === 1 || names[0] !== name)) return false;
    const [only, ...others] = await readdir(this.#root, { withFileTypes: true });
    return others.length === 0 && only?.name === name && only.isDirectory();
  }

  async #makeFolder(names: readonly string[]): Promise<void> {
    const folder = path.join(this.#root, ...names);
    if (this.#folders.has(folder)) return;
    await mkdir(folder, { recursive: true });
    this.#folders.add(folder);
  }

  async #write(file: string, entry: Extract<Entry, { kind: 'file' }>): Promise<void> {
    const { size, modified } = entry;
    const mode = (entry.mode & 0o777) | 0o600;
    // The readers deliver as many bytes as are announced, or fail.
    this.#announced += size;
    if (this.#announced > this.#announcedMost) throw refuse('cli.extract.too_large', { limit: maxRatio });
    this.#links.delete(file);
    if (this.#files.has(file)) await rm(file);
    if (size <= maxSmall) writeFileSync(file, await buffer(entry.read()), { mode, flag: 'wx' });
    else {
      this.#current = createWriteStream(file, { mode, flags: 'wx' });
      await pipeline(entry.read(), this.#current, { signal: this.#signal });
      this.#current = null;
    }
    this.#files.add(file);
    this.#bytes += size;
    // Some archives have no date, or one that no file system has.
    if (modified.getTime() > 0) utimesSync(file, modified, modified);
  }

  async #makeLink(content: string, place: string, { kind, path: name, target }: Link): Promise<void> {
    // Only what the archive itself wrote under exactly this name.
    if (this.#files.delete(place)) await rm(place);
    if (kind === 'symlink') {
      if (path.isAbsolute(target) || isWindowsPath(target)) throw refuse('cli.extract.link', { path: name });
      return symlink(target, place);
    }
    const original = await realpath(path.join(this.#root, ...namesOf(target))).catch(() => null);
    if (original === null || !isInside(content, original)) throw refuse('cli.extract.link', { path: name });
    await link(original, place);
  }
}

/** Follows a link name by name. One may lead to nothing, as in a part of a larger folder, but nothing outside. */
async function leadsInside(root: string, folder: string, target: string): Promise<boolean> {
  let place: string | null = folder;
  for (const name of target.split('/')) {
    if (place === null && name === '..') return false;
    place = place && (await realpath(path.join(place, name)).catch(ignoreMissing));
    if (place !== null && !isInside(root, place)) return false;
  }
  return true;
}

function isInside(root: string, place: string): boolean {
  return place === root || place.startsWith(`${root}${path.sep}`);
}

function ignoreMissing(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}

const twinCodes: readonly unknown[] = ['EEXIST', 'EISDIR', 'ENOTDIR'];

/** What stands in the way in a new folder has the same name, perhaps in different case. */
function explainTwin(error: unknown, name: string): unknown {
  const isTwin = error instanceof Error && 'code' in error && twinCodes.includes(error.code);
  return isTwin ? refuse('cli.extract.twin', { path: name }) : error;
}

/** Elsewhere, these are names like any other. */
const isWindowsPath = (target: string) => process.platform === 'win32' && /[\\:]/.test(target);
const isNoWindowsName = (name: string) => process.platform === 'win32' && /[<>:"|?*]|[. ]$/.test(name);

/** Archives write `./a/b/` for `a/b`; everything else that is not a plain path is refused. */
function namesOf(entryPath: string): string[] {
  const plain = entryPath.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
  if (plain === '' || plain === '.') return [];
  const names = plain.split('/');
  if (findPathProblem(plain) || names.some(isNoWindowsName))
    throw refuse('cli.extract.path', { path: entryPath });
  return names;
}
