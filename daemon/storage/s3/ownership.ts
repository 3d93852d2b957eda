import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { MissingSourceError, ShortSourceError } from '../../transfer/byte-source.ts';
import type { Bucket } from './bucket.ts';
import type { PieceIndex } from './piece-index.ts';

export interface OwnershipDeps {
  bucket: Bucket;
  index: PieceIndex;
  /** What the keys of all objects begin with. */
  prefix: string;
}

/** `other`: another database uses the bucket. `lost`: the bucket has none of the objects of this database. */
export type Ownership = 'own' | 'other' | 'lost';

/** The object with the mark of the database that uses a bucket. */
export const markKey = (prefix: string): string => `${prefix}instance`;

/** Objects that are looked for in a bucket without a mark. */
const sample = 10;

/**
 * Finds out whose bucket it is: two databases on one bucket would delete the objects of each other, and with the wrong
 * bucket all files would look lost. The first database leaves its mark, unless the check only reads.
 *
 * @throws BucketError
 */
export async function findOwnership(
  { bucket, index, prefix }: OwnershipDeps,
  { onlyReads = false }: { onlyReads?: boolean } = {},
): Promise<Ownership> {
  const key = markKey(prefix);
  const found = await readMark(bucket, key);
  if (found !== null) return found === (await index.bucketMark()) ? 'own' : 'other';
  if (await hasLostAll(bucket, index)) return 'lost';
  if (onlyReads) return 'own';
  const mark = await index.bucketMark();
  await bucket.put(key, Buffer.from(mark), createHash('sha256').update(mark).digest('hex'));
  return 'own';
}

async function readMark(bucket: Bucket, key: string): Promise<string | null> {
  const part = { start: 0, end: 32, signal: new AbortController().signal };
  try {
    return await text((await bucket.get(key, part)).bytes);
  } catch (error) {
    if (error instanceof MissingSourceError) return null;
    // It is empty, and thus nobody's.
    if (error instanceof ShortSourceError) return '';
    throw error;
  }
}

async function hasLostAll(bucket: Bucket, index: PieceIndex): Promise<boolean> {
  let looked = 0;
  for await (const key of index.listKeys()) {
    if (await bucket.has(key)) return false;
    looked += 1;
    if (looked === sample) break;
  }
  return looked > 0;
}
