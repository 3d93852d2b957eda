import { AppError } from '#sdk/contract/errors.js';
import type { DatabaseDisk } from '../../db/disk.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { type Capacity, floorOf } from '../../storage/capacity.ts';
import type { ShareRepo } from '../shares/repos/share-repo.ts';
import type { UploadRepo } from './repo.ts';

interface Repos {
  shares: Pick<ShareRepo, 'announcedBytes'>;
  uploads: Pick<UploadRepo, 'outstandingBytes'>;
}

interface Deps {
  uow: { read: Repos };
  blobs: Pick<Blobs, 'requireUsable'>;
  capacity: Capacity;
  /** Free space that uploads never use; null: 2 % of the free space, at least 1 GiB. */
  minFreeBytes: number | null;
  databaseDisk: Pick<DatabaseDisk, 'measure'>;
}

export type UploadSpace = ReturnType<typeof createUploadSpace>;

/** The space on the disks that uploads may use. */
export function createUploadSpace({ uow, blobs, capacity, minFreeBytes, databaseDisk }: Deps) {
  /**
   * Returns the free bytes of the disk above the floor. It is 0 when the disk of the database is full, because every
   * file needs rows.
   */
  async function freeBytes(): Promise<number> {
    const [free, database] = await Promise.all([capacity.freeBytes(), databaseDisk.measure()]);
    return database.isFull ? 0 : free - floorOf(free, minFreeBytes);
  }

  return {
    freeBytes,

    /** Returns the bytes above the floor that are not reserved. */
    async availableBytes(): Promise<number> {
      const [free, reserved] = await Promise.all([freeBytes(), reservedBytes(uow.read)]);
      return free - reserved;
    },

    /**
     * Returns the free space of the disks, the part of it reserved by uploads, and the part still available to them.
     */
    async space() {
      const [free, above, reserved, database] = await Promise.all([
        capacity.freeBytes(),
        freeBytes(),
        reservedBytes(uow.read),
        databaseDisk.measure(),
      ]);
      return { free, reserved, available: above - reserved, database };
    },

    /**
     * Called before anything new is accepted; returns the free bytes of the disk above the floor.
     *
     * @throws AppError `storage_full` when that is 0, `not_ready` when the disk has failed
     */
    async requireRoom(): Promise<number> {
      blobs.requireUsable();
      const free = await freeBytes();
      if (free <= 0) throw new AppError('storage_full');
      return free;
    },
  };
}

/** Returns the bytes that were announced and have not arrived. */
export async function reservedBytes({ uploads, shares }: Repos): Promise<number> {
  const [outstanding, announced] = await Promise.all([uploads.outstandingBytes(), shares.announcedBytes()]);
  return outstanding + announced;
}
