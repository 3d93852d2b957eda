import { randomUUID } from 'node:crypto';
import { link, mkdir, open, opendir, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { faultPoint } from '#faults';
import { type ByteSource, MissingSourceError } from '../../transfer/byte-source.ts';
import type { Blobs, StoredBytes } from '../blobs.ts';
import type { LocalDisk } from './disk.ts';
import { openFileSource } from './file-source.ts';
import { isMissing, lstatOrNull, privateDirectory, privateFile } from './files.ts';
import type { Quarantine } from './quarantine.ts';

interface Deps {
  directory: string;
  /** Where it tries to write. */
  stagingDirectory: string;
  disk: LocalDisk;
  quarantine: Quarantine;
}

const idPattern = /^[0-9a-f]{32}$/;
/** Number of concurrent requests to the file system, so that a large share does not occupy all of libuv's threads. */
const removalWidth = 4;

/** Stores blobs as files, `blobs/<first two digits>/<id>`. */
export class LocalBlobs implements Blobs {
  readonly #deps: Deps;
  /** The folders that exist: each is created for its first blob, since 256 at once would delay the first start. */
  readonly #folders = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async prepare(): Promise<void> {
    for (const name of await readdir(this.#deps.directory)) this.#folders.add(name);
  }

  /**
   * Moves a complete file into place, durably if the policy requires it. Does nothing when an earlier call has moved it
   * already.
   *
   * @throws MissingSourceError when the file is neither there nor in place
   */
  async adopt(id: string, path: string): Promise<void> {
    const { disk } = this.#deps;
    const target = this.localPath(id);
    await this.#ensureFolder(id);
    const isMoved = await renameIfThere(path, target);
    faultPoint('finisher:renamed');
    // Otherwise an earlier call has moved it, but may not have synced the folder.
    if (!isMoved && (await lstatOrNull(target)) === null) throw new MissingSourceError(id);
    if (disk.isDurable) await disk.syncDirectory(this.#folderOf(id));
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    const { disk } = this.#deps;
    await this.#ensureFolder(id);
    // No rename is needed: a file without a row is never read.
    const file = await open(this.localPath(id), 'wx', privateFile);
    try {
      await file.writeFile(bytes);
      if (disk.isDurable) await disk.sync(file);
    } finally {
      await file.close();
    }
    if (disk.isDurable) await disk.syncDirectory(this.#folderOf(id));
  }

  async link(id: string, path: string): Promise<boolean> {
    const { disk } = this.#deps;
    await this.#ensureFolder(id);
    try {
      await link(path, this.localPath(id));
    } catch (error) {
      if (isUnlinkable(error)) return false;
      throw error;
    }
    if (disk.isDurable) await disk.syncDirectory(this.#folderOf(id));
    return true;
  }

  localPath(id: string): string {
    if (!idPattern.test(id)) throw new Error('not the id of a blob');
    return join(this.#folderOf(id), id);
  }

  async open(id: string): Promise<ByteSource> {
    try {
      return await openFileSource(this.localPath(id));
    } catch (error) {
      throw isMissing(error) ? new MissingSourceError(id, error) : error;
    }
  }

  async stat(id: string): Promise<{ size: number } | null> {
    const stats = await lstatOrNull(this.localPath(id));
    return stats && { size: stats.size };
  }

  async remove(id: string): Promise<void> {
    try {
      await unlink(this.localPath(id));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async removeMany(ids: readonly string[]): Promise<void> {
    const queue = ids.values();
    const work = async () => {
      for (const id of queue) await this.remove(id);
    };
    await Promise.all(Array.from({ length: removalWidth }, work));
  }

  setAside(id: string): Promise<void> {
    return this.#deps.quarantine.add(this.localPath(id));
  }

  async takeBack(ids: readonly string[]): Promise<string[]> {
    // Never in place of a blob that is there.
    const missing: string[] = [];
    for (const id of ids) if ((await this.stat(id)) === null) missing.push(id);
    for (const id of missing) await this.#ensureFolder(id);
    return this.#deps.quarantine.takeBack(missing, (id) => this.localPath(id));
  }

  deleteSetAside(before: number): Promise<string[]> {
    return this.#deps.quarantine.deleteBefore(before);
  }

  async *list(): AsyncIterable<StoredBytes> {
    const { directory } = this.#deps;
    for (const folder of await readdir(directory, { withFileTypes: true })) {
      if (folder.isDirectory()) yield* listFolder(join(directory, folder.name));
    }
  }

  async probe(): Promise<void> {
    const { stagingDirectory, disk } = this.#deps;
    disk.requireUsable();
    const path = join(stagingDirectory, `.probe-${randomUUID()}`);
    try {
      const file = await open(path, 'wx', privateFile);
      try {
        await file.write('probe');
        if (disk.isDurable) await disk.sync(file);
      } finally {
        await file.close();
      }
    } finally {
      await rm(path, { force: true });
    }
  }

  requireUsable(): void {
    this.#deps.disk.requireUsable();
  }

  async #ensureFolder(id: string): Promise<void> {
    const name = id.slice(0, 2);
    if (this.#folders.has(name)) return;
    const { directory, disk } = this.#deps;
    await createDirectory(join(directory, name));
    if (disk.isDurable) await disk.syncDirectory(directory);
    this.#folders.add(name);
  }

  #folderOf(id: string): string {
    return join(this.#deps.directory, id.slice(0, 2));
  }
}

async function* listFolder(folder: string): AsyncIterable<StoredBytes> {
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile() || !idPattern.test(entry.name)) continue;
    const stats = await lstatOrNull(join(folder, entry.name));
    // Otherwise it was removed since the folder was read.
    if (stats) yield { id: entry.name, size: stats.size, modified: stats.mtime };
  }
}

/** Unlike `recursive`, fails when the folder around it is gone, as that of a disk that is no longer mounted. */
async function createDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: privateDirectory.mode });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Another file system, one without hard links, a file of somebody else, or one with too many links. */
const unlinkable = new Set(['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function isUnlinkable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unlinkable.has(String(error.code));
}

async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
