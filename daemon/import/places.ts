import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { SourceBucket } from './source-bucket.ts';

/** Where the bytes of a file can be: a file, or an object of a bucket. */
export interface SourcePlace {
  /** A path, or the address of an object. */
  name: string;
  /** The path, if it is a file. */
  path: string | null;
  /** Returns the number of bytes there; null: there are none. */
  findSize(): Promise<number | null>;
  /** Reads all bytes, or from one position to the one before another. */
  open(start?: number, end?: number): Promise<Readable>;
}

export const fileAt = (path: string): SourcePlace => ({
  name: path,
  path,
  async findSize() {
    const found = await stat(path).catch(() => null);
    return found?.isFile() ? found.size : null;
  },
  open: async (start = 0, end = Number.POSITIVE_INFINITY) => createReadStream(path, { start, end: end - 1 }),
});

/** Returns the place of a file in a folder; none when a stored name leads out of it. */
export function filesBelow(folder: string, relative: string): SourcePlace[] {
  const root = resolve(folder);
  // A key with slashes at its beginning is in folders without names.
  const path = resolve(root, `./${relative}`);
  const isBelow = path.startsWith(root.endsWith(sep) ? root : root + sep) && !relative.includes('\0');
  return isBelow ? [fileAt(path)] : [];
}

export const objectAt = (bucket: SourceBucket, key: string): SourcePlace => ({
  name: `s3://${bucket.name}/${key}`,
  path: null,
  findSize: async () => bucket.sizes.get(key) ?? null,
  open: (start, end) => bucket.read(key, start, end),
});

export const readPart = async (place: SourcePlace, start: number, end: number): Promise<Buffer> =>
  buffer(await place.open(start, end));

export const readAll = async (place: SourcePlace): Promise<Buffer> => buffer(await place.open());
