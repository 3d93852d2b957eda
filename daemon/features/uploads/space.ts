import { AppError } from '#sdk/contract/errors.js';
import type { DatabaseDisk } from '../../db/disk.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { type Capacity, floorOf } from '../../storage/capacity.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ShareRepo } from '../shares/repos/share-repo.ts';
import type { UploadRepo } from './repo.ts';

interface Repos {
  shares: Pick<ShareRepo, 'announcedBytes' | 'heldByAll'>;
  uploads: Pick<UploadRepo, 'outstandingBytes'>;
}

interface Deps {
  uow: { read: Repos };
  config: ConfigReader;
  blobs: Pick<Blobs, 'requireUsable'>;
  capacity: Capacity;
  /** Free space that uploads never use; null: 2 % of the free space, at least 1 GiB. */
  minFreeBytes: number | null;
  databaseDisk: Pick<DatabaseDisk, 'measure'>;
  /** The monotonic clock, in milliseconds. */
  ticks?: () => number;
}

/**
 * Milliseconds for which measured space is used, and the bytes that must be kept free for what arrives until then: more
 * than ten gigabits per second.
 */
const trustInMeasure = 500;
const arrivesUntilThen = 1024 ** 3;

export type UploadSpace = ReturnType<typeof createUploadSpace>;

/** The space on the disks that uploads may use. */
export function createUploadSpace(deps: Deps) {
  const { uow, config, blobs, capacity, minFreeBytes, databaseDisk, ticks = () => performance.now() } = deps;
  let remembered = { above: 0, until: -Infinity };

  /**
   * Returns the free bytes of the disk above the floor. It is 0 when the disk of the database is full, because every
   * file needs rows.
   */
  async function measure(): Promise<number> {
    const measuredAt = ticks();
    const [free, database] = await Promise.all([capacity.freeBytes(), databaseDisk.measure()]);
    const floor = floorOf(free, minFreeBytes);
    const above = database.isFull ? 0 : free - floor;
    const spare = Math.min(floor, above, (database.free ?? Infinity) - database.needed);
    remembered = { above, until: spare < arrivesUntilThen ? -Infinity : measuredAt + trustInMeasure };
    return above;
  }

  /** What `policies.instanceQuota` leaves. What is reserved counts as used. */
  async function leftOfQuota(): Promise<number> {
    const quota = config.get('policies.instanceQuota');
    return quota === 0 ? Infinity : quota - (await uow.read.shares.heldByAll());
  }

  const freeBytes = async () => (ticks() < remembered.until ? remembered.above : measure());

  return {
    /** As measured a moment ago, if the floor covers what has arrived since. */
    freeBytes,

    /** Returns the bytes of the disk above the floor that are not reserved. */
    async availableBytes(): Promise<number> {
      const [free, reserved] = await Promise.all([measure(), reservedBytes(uow.read)]);
      return free - reserved;
    },

    /**
     * Returns the free space of the disks, the part of it reserved by uploads, and the part still available to them.
     */
    async space() {
      const [free, above, reserved, left, database] = await Promise.all([
        capacity.freeBytes(),
        measure(),
        reservedBytes(uow.read),
        leftOfQuota(),
        databaseDisk.measure(),
      ]);
      return { free, reserved, available: Math.min(above - reserved, left), database };
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
