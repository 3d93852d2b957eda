import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  type FileHandle,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  unlink,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import { type ByteSource, MissingSourceError } from '../transfer/byte-source.ts';
import { openFileSource } from '../transfer/file-source.ts';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import { createQuarantine, type Quarantine } from './quarantine.ts';

/**
 * When files are forced to the disk: `commit` before a finished file counts as finished, `always` also at the end of
 * each request of the upload path, `off` never.
 */
export type FsyncPolicy = 'always' | 'commit' | 'off';

export interface LocalStoreOptions {
  /** Contains `blobs/`, `staging/` and `quarantine/`; created when missing. */
  directory: string;
  fsync: FsyncPolicy;
}

/** Stores blobs as files, `blobs/<first two digits>/<id>`. Throws when the folders cannot be created or used. */
export async function openLocalStore({ directory, fsync }: LocalStoreOptions): Promise<BlobStore> {
  const store = new LocalStore(directory, fsync);
  await store.prepare();
  return store;
}

const idPattern = /^[0-9a-f]{32}$/;
const folderNames = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
const privateDirectory = { recursive: true, mode: 0o700 } as const;
const privateFile = 0o600;
/** Number of concurrent requests to the file system, so that a large share does not occupy all of libuv's threads. */
const removalWidth = 4;

class LocalStore implements BlobStore {
  readonly stagingDirectory: string;
  readonly #blobs: string;
  readonly #quarantine: Quarantine;
  readonly #isDurable: boolean;
  #syncFailure: unknown;

  constructor(directory: string, fsync: FsyncPolicy) {
    this.stagingDirectory = join(directory, 'staging');
    this.#blobs = join(directory, 'blobs');
    this.#quarantine = createQuarantine(join(directory, 'quarantine'));
    this.#isDurable = fsync !== 'off';
  }

  async prepare(): Promise<void> {
    await mkdir(this.#blobs, privateDirectory);
    await mkdir(this.stagingDirectory, privateDirectory);
    await this.#quarantine.prepare();
    const [blobs, staging] = await Promise.all([stat(this.#blobs), stat(this.stagingDirectory)]);
    if (blobs.dev !== staging.dev) {
      throw new Error(
        `${this.#blobs} and ${this.stagingDirectory} are on different file systems: finished uploads could not be moved`,
      );
    }
    await this.#makeFolders();
  }

  async putStaged(id: string, stagedPath: string): Promise<void> {
    const target = this.pathOf(id);
    const isSecure = await this.#secure(stagedPath);
    faultPoint('finisher:synced');
    const isMoved = isSecure && (await renameIfThere(stagedPath, target));
    faultPoint('finisher:renamed');
    // Otherwise an earlier call has moved it, but may not have synced the folder.
    if (!isMoved && (await lstatOrNull(target)) === null) throw new MissingSourceError(id);
    if (this.#isDurable) await this.#syncDirectory(this.#folderOf(id));
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    // No rename is needed: a file without a row is never read.
    const file = await open(this.pathOf(id), 'wx', privateFile);
    try {
      await file.writeFile(bytes);
      if (this.#isDurable) await this.sync(file);
    } finally {
      await file.close();
    }
    if (this.#isDurable) await this.#syncDirectory(this.#folderOf(id));
  }

  async sync(file: Pick<FileHandle, 'datasync'>): Promise<void> {
    try {
      faultPoint('storage:sync');
      await file.datasync();
    } catch (error) {
      this.#syncFailure = error;
      throw new AppError('storage_failed', undefined, { cause: error });
    }
  }

  requireUsable(): void {
    if (this.#syncFailure)
      throw new AppError('not_ready', { reason: 'storage' }, { cause: this.#syncFailure });
  }

  pathOf(id: string): string {
    if (!idPattern.test(id)) throw new Error('not the id of a blob');
    return join(this.#folderOf(id), id);
  }

  async open(id: string): Promise<ByteSource> {
    try {
      return await openFileSource(this.pathOf(id));
    } catch (error) {
      throw isMissing(error) ? new MissingSourceError(id, error) : error;
    }
  }

  async stat(id: string): Promise<{ size: number } | null> {
    const stats = await lstatOrNull(this.pathOf(id));
    return stats && { size: stats.size };
  }

  async remove(id: string): Promise<void> {
    try {
      await unlink(this.pathOf(id));
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
    return this.#quarantine.add(this.pathOf(id));
  }

  setAsideStaged(name: string): Promise<void> {
    return this.#quarantine.add(join(this.stagingDirectory, basename(name)));
  }

  deleteSetAside(before: number): Promise<string[]> {
    return this.#quarantine.deleteBefore(before);
  }

  async *list(): AsyncIterable<StoredBlob> {
    for (const folder of await readdir(this.#blobs, { withFileTypes: true })) {
      if (folder.isDirectory()) yield* this.#listFolder(join(this.#blobs, folder.name));
    }
  }

  async probe(): Promise<void> {
    this.requireUsable();
    const path = join(this.stagingDirectory, `.probe-${randomUUID()}`);
    try {
      const file = await open(path, 'wx', privateFile);
      try {
        await file.write('probe');
        if (this.#isDurable) await this.sync(file);
      } finally {
        await file.close();
      }
    } finally {
      await rm(path, { force: true });
    }
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#blobs);
    return bavail * bsize;
  }

  async #makeFolders(): Promise<void> {
    const present = new Set(await readdir(this.#blobs));
    const missing = folderNames.filter((name) => !present.has(name));
    if (missing.length === 0) return;
    await Promise.all(missing.map((name) => mkdir(join(this.#blobs, name), privateDirectory)));
    if (this.#isDurable) await this.#syncDirectory(this.#blobs);
  }

  /**
   * Makes a staged file private and, depending on the policy, its bytes durable. False when it does not exist or no
   * longer exists.
   */
  async #secure(stagedPath: string): Promise<boolean> {
    try {
      if (!this.#isDurable) {
        await chmod(stagedPath, privateFile);
        return true;
      }
      const file = await open(stagedPath, constants.O_RDWR);
      try {
        await file.chmod(privateFile);
        await this.sync(file);
      } finally {
        await file.close();
      }
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async *#listFolder(folder: string): AsyncIterable<StoredBlob> {
    for await (const entry of await opendir(folder)) {
      if (!entry.isFile() || !idPattern.test(entry.name)) continue;
      const stats = await lstatOrNull(join(folder, entry.name));
      // Otherwise it was removed since the folder was read.
      if (stats) yield { id: entry.name, size: stats.size, modified: stats.mtime };
    }
  }

  /**
   * Syncs a folder: a rename is on the disk only when its folder is. Windows has no such call, and does not need it.
   */
  async #syncDirectory(path: string): Promise<void> {
    if (process.platform === 'win32') return;
    const directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await this.sync({ datasync: () => directory.sync() });
    } finally {
      await directory.close();
    }
  }

  #folderOf(id: string): string {
    return join(this.#blobs, id.slice(0, 2));
  }
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

async function lstatOrNull(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
