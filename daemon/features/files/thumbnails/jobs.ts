import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../../../crypto/clock.ts';
import type { UnitOfWork } from '../../../db/unit-of-work.ts';
import type { JobSpec } from '../../../jobs/job.ts';
import type { Logger } from '../../../logger.ts';
import { DrawError } from '../../../pictures/draw-error.ts';
import type { Drawer, PictureFormat } from '../../../pictures/drawer.ts';
import type { WithPicture } from '../../../pictures/source.ts';
import type { Blobs } from '../../../storage/blobs.ts';
import type { ConfigReader } from '../../config/reader.ts';
import type { DueThumbnail, ThumbnailRepo } from './thumbnail-repo.ts';
import { storeThumbnail } from './thumbnails.ts';

interface Deps {
  uow: UnitOfWork<{ thumbnails: ThumbnailRepo }>;
  /** Stores thumbnails. */
  store: Blobs;
  drawer: Drawer;
  /** Gives the drawer the bytes of a file. */
  withPicture: WithPicture;
  config: ConfigReader;
  clock: Clock;
  logger: Logger;
  /** Free bytes of the disk that are not reserved for uploads. */
  availableBytes(): Promise<number>;
}

const minute = 60_000;
const hour = 60 * minute;

/** Files that are larger are seldom photos, and decoding them takes long. */
const largestPicture = 256 * 1024 * 1024;

/** Pauses in milliseconds before the second and the third attempt. There is no fourth. */
const pauses = [10_000, 10 * minute];

/** Free space without which nothing is made. */
const leastSpace = 16 * 1024 * 1024;

const formats: readonly PictureFormat[] = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif'];

const pageSize = 20;

/** Makes the requested thumbnails one after the other, and deletes thumbnails that no row knows. */
export function createThumbnailJobs(deps: Deps): JobSpec[] {
  const { uow, store, drawer, withPicture, config, clock, logger } = deps;
  let sweptAt = -Infinity;
  /** Before this moment of the monotonic clock nothing is tried: there is no space, or no program that draws. */
  let heldUntil = -Infinity;

  function hold(milliseconds: number, reason: string): void {
    heldUntil = clock.monotonic() + milliseconds;
    logger.warn({ reason }, 'no thumbnails are made for now');
  }

  const canMake = (signal: AbortSignal) =>
    !signal.aborted && config.get('share.thumbnails') && clock.monotonic() >= heldUntil;

  async function makeDue(signal: AbortSignal): Promise<void> {
    while (canMake(signal)) {
      const due = await uow.read.thumbnails.listDue(clock.now(), pageSize);
      for (const file of due) if (canMake(signal)) await make(file, signal);
      if (due.length === 0) return;
    }
  }

  async function make(file: DueThumbnail, signal: AbortSignal): Promise<void> {
    if ((await deps.availableBytes()) < leastSpace) return hold(10 * minute, 'the disk is full');
    if (file.size > largestPicture) return giveUp(file, 'it is too large');
    // The server itself ended during all attempts.
    if (file.attempts > pauses.length) return giveUp(file, 'it was tried too often');
    await uow.transaction(({ thumbnails }) => thumbnails.begin(file.id));
    try {
      const drawn = await withPicture(file, (source) => drawer.draw(source, formats, signal));
      const made = await storeThumbnail(store, drawn);
      // The file may have been removed since.
      const isKept = await uow.transaction(({ thumbnails }) => thumbnails.complete(file.id, made));
      if (!isKept) await store.remove(made.blobId);
    } catch (error) {
      await fail(file, error, signal);
    }
  }

  /** Attempts that end because of the server itself do not count. */
  async function fail(file: DueThumbnail, error: unknown, signal: AbortSignal): Promise<void> {
    const failure = error instanceof DrawError ? error.failure : null;
    const isFull = error instanceof AppError || isDiskFull(error);
    if (signal.aborted || isFull || failure === 'unavailable') {
      if (!signal.aborted) hold(hour, String(error));
      return putOff(file, { dueAt: clock.now(), attempts: file.attempts });
    }
    const pause = pauses[file.attempts];
    if (failure === 'refused' || pause === undefined) return giveUp(file, String(error));
    logger.info({ fileId: file.id, err: error }, 'thumbnail could not be made yet');
    await putOff(file, { dueAt: clock.now() + pause, attempts: file.attempts + 1 });
  }

  async function giveUp({ id }: DueThumbnail, reason: string): Promise<void> {
    logger.info({ fileId: id, reason }, 'file gets no thumbnail');
    await uow.transaction(({ thumbnails }) => thumbnails.giveUp(id));
  }

  const putOff = ({ id }: DueThumbnail, to: { dueAt: number; attempts: number }) =>
    uow.transaction(({ thumbnails }) => thumbnails.putOff(id, to));

  /** Deletes what a killed process left. */
  async function sweep(signal: AbortSignal): Promise<void> {
    if (clock.monotonic() - sweptAt < hour) return;
    sweptAt = clock.monotonic();
    // A bucket's moments are of the database, a folder's of this machine: neither clock may find bytes old too early.
    const now = Math.min(clock.now(), Date.now());
    for await (const blob of store.list()) {
      if (signal.aborted) return;
      if (now - blob.modified.getTime() < hour) continue;
      if ((await uow.read.thumbnails.filterBlobs([blob.id])).size === 0) await store.remove(blob.id);
    }
  }

  return [
    {
      name: 'files.make-thumbnails',
      everyMs: minute,
      async run(signal) {
        await sweep(signal);
        await makeDue(signal);
      },
    },
  ];
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
