import { constants } from 'node:fs';
import { type FileHandle, open, statfs } from 'node:fs/promises';
import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import type { Capacity } from '../capacity.ts';

/**
 * When files are forced to the disk: `commit` before a finished file counts as finished, `always` also at the end of
 * each request of the upload path, `off` never.
 */
export type FsyncPolicy = 'always' | 'commit' | 'off';

/** The disk of a store: what has to be synced to it, and whether that has failed. */
export class LocalDisk implements Capacity {
  readonly isDurable: boolean;
  readonly syncsAppends: boolean;
  readonly #directory: string;
  #syncFailure: unknown;

  constructor(directory: string, fsync: FsyncPolicy) {
    this.#directory = directory;
    this.isDurable = fsync !== 'off';
    this.syncsAppends = fsync === 'always';
  }

  /**
   * Forces a file to the disk, whatever the policy. After a failure the operating system forgets which bytes it could
   * not write, and a second attempt would succeed without them, so the disk stays unusable until the next start.
   *
   * @throws AppError `storage_failed`
   */
  async sync(file: Pick<FileHandle, 'datasync'>): Promise<void> {
    try {
      faultPoint('storage:sync');
      await file.datasync();
    } catch (error) {
      this.#syncFailure = error;
      throw new AppError('storage_failed', undefined, { cause: error });
    }
  }

  /**
   * Syncs a folder: a rename is on the disk only when its folder is. Windows has no such call, and does not need it.
   */
  async syncDirectory(path: string): Promise<void> {
    if (process.platform === 'win32') return;
    const directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await this.sync({ datasync: () => directory.sync() });
    } finally {
      await directory.close();
    }
  }

  /** @throws AppError `not_ready` when a sync has failed since the start */
  requireUsable(): void {
    if (this.#syncFailure)
      throw new AppError('not_ready', { reason: 'storage' }, { cause: this.#syncFailure });
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#directory);
    return bavail * bsize;
  }
}
