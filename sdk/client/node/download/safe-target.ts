import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, type Stats } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../../contract/errors.ts';
import { findPathProblem } from '../../../contract/formats/paths.ts';
import { isSystemError } from '../private-file.ts';

/** A download would have written through a symbolic link, or over something that is not a folder. */
export class UnsafeTargetError extends Error {
  override readonly name = 'UnsafeTargetError';
  /** Path on the disk that is not a folder. */
  readonly path: string;

  constructor(path: string) {
    super(`${path} is no folder`);
    this.path = path;
  }
}

/** Device names of Windows, with any extension, and characters that its file names cannot contain or end with. */
const windowsDevice = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;
const windowsForbidden = /[<>:"|?*]|[. ]$/g;

/**
 * Returns the names of a path in a share so that this system accepts them: on Windows, forbidden characters become `_`.
 *
 * @throws AppError `file_path_invalid` when the path leads out of its folder or is not one at all
 */
export function toLocalNames(path: string, platform: NodeJS.Platform = process.platform): string[] {
  const problem = findPathProblem(path);
  if (problem) throw new AppError('file_path_invalid', { path, problem });
  const names = path.split('/');
  if (platform !== 'win32') return names;
  return names.map((name) => name.replaceAll(windowsForbidden, '_').replace(windowsDevice, '$&_'));
}

/** Creates folders below one root, each only once, and never through a symbolic link. */
export class FolderMaker {
  readonly root: string;
  readonly #made = new Map<string, Promise<void>>();

  constructor(root: string) {
    this.root = root;
  }

  /** @throws UnsafeTargetError when something else, such as a link, is in the place of a folder */
  async make(names: readonly string[]): Promise<void> {
    await this.#once(this.root, () => mkdir(this.root, { recursive: true }));
    let folder = this.root;
    for (const name of names) {
      folder = join(folder, name);
      const current = folder;
      await this.#once(current, () => makeRealFolder(current));
    }
  }

  async #once(folder: string, make: () => Promise<unknown>): Promise<void> {
    let made = this.#made.get(folder);
    if (!made) {
      made = make().then(() => undefined);
      this.#made.set(folder, made);
    }
    return made;
  }
}

async function makeRealFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
    if (!(await lstat(folder)).isDirectory()) throw new UnsafeTargetError(folder);
  }
}

/**
 * Returns what is at a path, without following links; null if there is nothing. It waits for the disk: asked for every
 * file, a call of the thread pool that mostly fails costs ten times as much.
 */
export function lstatIfThere(file: string): Stats | null {
  return lstatSync(file, { throwIfNoEntry: false }) ?? null;
}

/** Some drivers report ENOENT for a name that the file system does not allow. */
export function explainRefusedName(error: Error): Error {
  if (!isSystemError(error, 'ENOENT') || !('syscall' in error) || error.syscall !== 'open') return error;
  if (!('path' in error) || typeof error.path !== 'string') return error;
  const { path } = error;
  if (lstatIfThere(dirname(path)) === null) return error;
  const code = 'EILSEQ';
  return Object.assign(new Error(`${code}: name not allowed, '${path}'`, { cause: error }), { code, path });
}

/** Computes the SHA-256 of a file in lower-case hexadecimal. */
export async function hashFile(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const bytes: AsyncIterable<Uint8Array> = createReadStream(file, { signal, highWaterMark: 262_144 });
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
