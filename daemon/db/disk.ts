import { randomFill } from 'node:crypto';
import { type FileHandle, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { JobSpec } from '../jobs/job.ts';
import type { Logger } from '../logger.ts';
import type { DatabaseAddress } from './connection.ts';

/**
 * The file system of the database. When it is full, users must still be able to sign in and delete: the ballast, a file
 * of a fixed size beside the database, is deleted when the database finds no space.
 */
export interface DatabaseDisk {
  measure(): Promise<DatabaseSpace>;
  /** Before the database is opened, which needs space itself: deletes the ballast if there is no other. */
  prepare(): Promise<void>;
  /** Deletes the ballast; false when there is none and no other space either. */
  giveUpBallast(): Promise<boolean>;
  /**
   * Checks once a minute whether the ballast must be deleted, and creates it again as soon as there is space for it.
   * null: the disk is that of a database server.
   */
  job: JobSpec | null;
}

export interface DatabaseSpace {
  /** null: the disk is that of a database server, which says when it is full. */
  free: number | null;
  /**
   * Free bytes above which new work is accepted: more while there is no ballast, because its space is not for new work.
   */
  needed: number;
  isFull: boolean;
}

/** Sizes in bytes; tests use smaller ones. */
export interface DatabaseDiskOptions {
  ballast?: number;
  /** Bytes that new work leaves free, in addition to the ballast. */
  floor?: number;
  freeBytes?: () => Promise<number>;
}

interface Deps extends DatabaseDiskOptions {
  address: DatabaseAddress;
  logger: Logger;
}

const mebibyte = 1024 ** 2;
const fillRandomly = promisify<Buffer, Buffer>(randomFill);

export function createDatabaseDisk({ address, ...deps }: Deps): DatabaseDisk {
  return address.engine === 'sqlite' ? createOwnDisk(address.file, deps) : serverDisk;
}

const serverDisk: DatabaseDisk = {
  measure: async () => ({ free: null, needed: 0, isFull: false }),
  prepare: async () => undefined,
  giveUpBallast: async () => false,
  job: null,
};

function createOwnDisk(file: string, { logger, ...options }: Omit<Deps, 'address'>): DatabaseDisk {
  const { ballast = 32 * mebibyte, floor = 16 * mebibyte, freeBytes = () => readFreeBytes(file) } = options;
  const path = `${file}.ballast`;
  let isFull = false;

  async function read(): Promise<{ free: number; missing: number }> {
    const [free, stats] = await Promise.all([freeBytes(), stat(path).catch(() => null)]);
    return { free, missing: Math.max(0, ballast - (stats?.size ?? 0)) };
  }

  async function giveUpBallast(): Promise<boolean> {
    const { free, missing } = await read();
    // Another change may have deleted it a moment ago.
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

  async function prepare(): Promise<void> {
    const { free } = await read();
    if (free < floor / 4) await giveUpBallast();
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
    prepare,
    giveUpBallast,
    job: {
      name: 'database.ballast',
      everyMs: 60_000,
      run: tend,
      notice: () => (isFull ? 'database_full' : null),
    },
  };
}

/**
 * Appends random bytes, so that no file system stores fewer than it should, and syncs them, so that they are stored
 * now.
 */
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

/** Returns the free bytes of the disk that a file is on. */
export async function readFreeBytes(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize;
}
