import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Digest, digestSource } from '../transfer/digests.ts';
import type { Blobs } from './blobs.ts';
import type { Staging } from './staging.ts';

/** Where a blob is to be. Thumbnails are small, and never staged. */
export interface Place {
  blobs: Blobs;
  staging?: Staging;
}

/** A blob that comes from elsewhere. */
export interface IncomingBlob {
  id: string;
  size: number;
  /** What it throws ends the writing, and nothing is stored. */
  bytes: AsyncIterable<Buffer>;
  /** Has digested all bytes that were yielded. */
  digest: Digest;
}

/** Bytes up to which a blob is copied in memory. */
const smallBlob = 1024 * 1024;

/** The id of the copy until it is whole. The upload with the id of the blob may still be known, and must not find it. */
export const copyIdOf = (id: string): string =>
  createHash('sha256').update(`copy of ${id}`).digest('hex').slice(0, 32);

/**
 * Stores a blob under an id that it had elsewhere, and compares the result. What an earlier attempt has left is replaced.
 *
 * @throws what `bytes` throws; Error when the copy differs
 */
export async function writeBlob(to: Place, blob: IncomingBlob, signal: AbortSignal): Promise<void> {
  const { id, size, bytes, digest } = blob;
  if (to.staging && size > smallBlob) return writeLarge({ ...to, staging: to.staging }, blob, signal);
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  await to.blobs.put(id, Buffer.concat(chunks));
  if ((await digestBlob(to.blobs, id)) === digest.digest().sha256) return;
  await to.blobs.remove(id);
  throw differs(id);
}

async function writeLarge(
  { staging }: Required<Place>,
  { id, size, bytes: chunks, digest }: IncomingBlob,
  signal: AbortSignal,
): Promise<void> {
  const copyId = copyIdOf(id);
  await staging.discard(copyId);
  await staging.begin(copyId);
  const bytes = Readable.from(chunks);
  let failure: Error | undefined;
  bytes.on('error', (error) => (failure = error));
  const received = await staging.append(copyId, bytes, { offset: 0, limit: size, signal, isDigested: true });
  if (failure) throw failure;
  signal.throwIfAborted();
  if (received.offset !== size)
    throw new Error(`the copy of ${id} ended at byte ${received.offset} of ${size}`);
  const { sha256 } = await staging.digest(copyId, size);
  if (sha256 !== digest.digest().sha256) {
    await staging.discard(copyId);
    throw differs(id);
  }
  await staging.finish(copyId, size, id);
}

async function digestBlob(blobs: Blobs, id: string): Promise<string> {
  const blob = await blobs.open(id);
  try {
    return (await digestSource(blob)).sha256;
  } finally {
    await blob.close();
  }
}

export const differs = (id: string) =>
  new Error(`the copy of ${id} differs from the original, which stays where it is`);
