import { lstat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError } from '../private-file.ts';

/**
 * The disk that is downloaded to does not have enough free space. What has arrived is kept for the next call.
 *
 * @example
 * if (error instanceof DiskFullError) console.error(`${error.folder}: ${error.lacking} more bytes are needed`);
 */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  /** As in errors of the file system. */
  readonly code = 'ENOSPC';
  /** Folder that was to be written to. */
  readonly folder: string;
  /** Number of additional bytes needed. */
  readonly lacking: number;

  constructor(folder: string, lacking: number, options?: ErrorOptions) {
    super(`${folder} does not have enough free space: ${lacking} more bytes are needed`, options);
    this.folder = folder;
    this.lacking = lacking;
  }
}

/** The space that a file needs, and the paths where part of it may already be. */
export interface Need {
  target: string;
  part: string;
  size: number;
}

/**
 * Refuses a download that cannot fit, before its first byte.
 *
 * @throws DiskFullError
 */
export async function assertRoom(folder: string, needs: readonly Need[]): Promise<void> {
  const free = await readFree(folder);
  let needed = sum(needs);
  // Existing files are only checked if the space is not enough without them.
  if (free === null || needed <= free) return;
  for (const need of needs) {
    needed -= await bytesThere(need);
    if (needed <= free) return;
  }
  throw new DiskFullError(folder, needed - free);
}

/** If a write failed because the disk is full, returns an error that says how much space is lacking. */
export async function explainFullDisk(error: unknown, target: string, needed: number): Promise<unknown> {
  if (!isSystemError(error, 'ENOSPC', 'EDQUOT') || error instanceof DiskFullError) return error;
  const folder = dirname(target);
  const free = isSystemError(error, 'ENOSPC') ? await readFree(folder) : null;
  return new DiskFullError(folder, Math.max(1, needed - (free ?? 0)), { cause: error });
}

/** Reads the free bytes available to this user; null if the file system does not report them. */
async function readFree(folder: string): Promise<number | null> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return blocks === 0 ? null : bavail * bsize;
}

/** Counts the bytes already on the disk. A file of the same size is most likely the same, and is not written again. */
async function bytesThere({ target, part, size }: Need): Promise<number> {
  const found = await lstat(target).catch(() => null);
  if (found?.isFile() && found.size === size) return size;
  const begun = await lstat(part).catch(() => null);
  // Blocks are counted, because a part may have gaps.
  return begun?.isFile() ? Math.min(size, begun.blocks * 512) : 0;
}

function sum(needs: readonly Need[]): number {
  return needs.reduce((bytes, { size }) => bytes + size, 0);
}
