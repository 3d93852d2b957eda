import { randomFill } from 'node:crypto';
import { type FileHandle, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { JobSpec } from '../jobs/job.ts';
import type { Logger } from '../logger.ts';

/**
 * The file system of the database. A full one must not keep anybody from signing in and deleting: a file of a fixed size,
 * the ballast, lies beside the database and is deleted when the database finds no space.
 */
export interface DatabaseDisk {
  measure(): Promise<DatabaseSpace>;
  /** Deletes the ballast; false when there is none and no other space either. */
  giveUpBallast(): Promise<boolean>;
  /** Looks once a minute whether the ballast must go, and makes it again as soon as there is space for it. */
  job: JobSpec;
}

export interface DatabaseSpace {
  free: number;
  /** Free bytes above which new work is welcome: more while there is no ballast, whose space is not for new work. */
  needed: number;
  isFull: boolean;
}

/** Sizes in bytes, other ones for tests. */
export interface DatabaseDiskOptions {
  ballast?: number;
  /** What new work leaves free, beside the ballast. */
  floor?: number;
  freeBytes?: () => Promise<number>;
}

interface Deps extends DatabaseDiskOptions {
  /** The database. */
  file: string;
  logger: Logger;
}

const mebibyte = 1024 ** 2;
const fillRandomly = promisify<Buffer, Buffer>(randomFill);

export function createDatabaseDisk({ file, logger, ...options }: Deps): DatabaseDisk {
  const { ballast = 32 * mebibyte, floor = 16 * mebibyte, freeBytes = () => readFreeBytes(file) } = options;
  const path = `${file}.ballast`;
  let isFull = false;

  async function read(): Promise<{ free: number; missing: number }> {
    const [free, stats] = await Promise.all([freeBytes(), stat(path).catch(() => null)]);
    return { free, missing: Math.max(0, ballast - (stats?.size ?? 0)) };
  }

  async function giveUpBallast(): Promise<boolean> {
    const { free, missing } = await read();
    // Another change may have asked for it a moment ago.
    if (missing === ballast) return free > floor / 4;
    await rm(path, { force: true });
    logger.error(
      { path, bytes: ballast - missing },
      'the disk of the database is full: deleted the ballast, so that signing in and deleting still work; free some space on this disk',
    );
    return true;
  }

  async function make(bytes: number): Promise<void> {
    try {
      await append(path, bytes);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    logger.info({ path, bytes }, 'keeping space for the database');
  }

  async function tend(): Promise<void> {
    const { free, missing } = await read();
    if (free < floor / 4) await giveUpBallast();
    else if (missing > 0 && free > floor + missing) await make(missing);
    ({ isFull } = await measure());
  }

  async function measure(): Promise<DatabaseSpace> {
    const { free, missing } = await read();
    const needed = floor + missing;
    return { free, needed, isFull: free <= needed };
  }

  return {
    measure,
    giveUpBallast,
    job: {
      name: 'database.ballast',
      everyMs: 60_000,
      run: tend,
      notice: () => (isFull ? 'database_full' : null),
    },
  };
}

/** Random, so that no file system stores less of it than its size, and synced, so that it is stored now. */
async function append(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    for (let left = bytes; left > 0; ) left -= await appendSome(file, left);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function appendSome(file: FileHandle, most: number): Promise<number> {
  const chunk = await fillRandomly(Buffer.allocUnsafe(Math.min(most, mebibyte)));
  return (await file.write(chunk)).bytesWritten;
}

async function readFreeBytes(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize;
}
