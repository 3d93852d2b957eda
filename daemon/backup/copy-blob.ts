import { createHash, type Hash } from 'node:crypto';
import type { Blobs } from '../storage/blobs.ts';
import { type ByteSource, MissingSourceError, ShortSourceError } from '../transfer/byte-source.ts';
import { type BlobEntry, pathOfBlob } from './blob-list.ts';
import type { SnapshotBlob, SnapshotFile } from './snapshot.ts';
import type { BackupTarget } from './target/target.ts';

interface Copy {
  from: Blobs;
  /** null: only examines the blob, whose copy is in the target already. */
  to: BackupTarget | null;
  signal: AbortSignal;
}

interface Copied {
  /** null: its bytes are not those of its only file, or there are none. */
  entry: BlobEntry | null;
  /** Files whose bytes have changed, or are missing. */
  damaged: readonly SnapshotFile[];
}

const stepBytes = 1024 * 1024;

/** Copies a blob, and compares it with the files that it should have on the way. */
export async function copyBlob(blob: SnapshotBlob, { from, to, signal }: Copy): Promise<Copied> {
  const { place, id, files } = blob;
  const lost = { entry: null, damaged: files };
  const source = await from.open(id).catch((error: unknown) => {
    if (error instanceof MissingSourceError) return null;
    throw error;
  });
  if (!source) return lost;
  const sums = createSums(blob);
  try {
    const bytes = readWhole(source, { blob, sums, signal });
    if (to) await to.put(pathOfBlob({ place, id }), { bytes, size: source.size });
    else await drain(bytes);
    const entry = { place, id, size: source.size, sha256: sums.sha256() };
    return { entry, damaged: sums.damaged() };
  } catch (error) {
    if (error instanceof DamagedBlobError || error instanceof ShortSourceError) return lost;
    throw error;
  } finally {
    await source.close();
  }
}

/** The blob is not the file that it should be, so that nothing of it is worth keeping. */
class DamagedBlobError extends Error {
  override readonly name = 'DamagedBlobError';
}

interface Reading {
  blob: SnapshotBlob;
  sums: Sums;
  signal: AbortSignal;
}

async function* readWhole(
  source: ByteSource,
  { blob: { whole }, sums, signal }: Reading,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < source.size; ) {
    signal.throwIfAborted();
    const buffer = Buffer.allocUnsafe(Math.min(stepBytes, source.size - position));
    const count = await source.read(buffer, position);
    if (count < buffer.length) throw new ShortSourceError(position + count);
    sums.update(buffer, position);
    position += count;
    // The last step is held back until the whole is known to be right.
    if (position < source.size) yield buffer;
    else {
      requireWhole(source, { whole, sha256: sums.sha256() });
      yield buffer;
    }
  }
  if (source.size === 0) requireWhole(source, { whole, sha256: sums.sha256() });
}

function requireWhole(
  { size }: ByteSource,
  { whole, sha256 }: { whole: SnapshotBlob['whole']; sha256: string },
): void {
  if (whole && (whole.size !== size || whole.sha256 !== sha256)) throw new DamagedBlobError();
}

interface Sums {
  update(chunk: Uint8Array, position: number): void;
  sha256(): string;
  /** The files that have other bytes. */
  damaged(): SnapshotFile[];
}

/** Digests a blob and, if several files share it, each of them. */
function createSums({ whole, files }: SnapshotBlob): Sums {
  const all = createHash('sha256');
  const parts = whole ? [] : files.map((file) => ({ file, hash: createHash('sha256'), bytes: 0 }));
  const addTo = (part: { file: SnapshotFile; hash: Hash; bytes: number }, chunk: Uint8Array, at: number) => {
    const { offset, size } = part.file;
    const piece = chunk.subarray(Math.max(0, offset - at), Math.max(0, offset + size - at));
    part.hash.update(piece);
    part.bytes += piece.length;
  };
  let digest: string | undefined;
  return {
    update(chunk, position) {
      all.update(chunk);
      for (const part of parts) addTo(part, chunk, position);
    },
    sha256: () => (digest ??= all.digest('hex')),
    damaged: () =>
      parts
        .filter(({ file, hash, bytes }) => bytes !== file.size || hash.digest('hex') !== file.sha256)
        .map(({ file }) => file),
  };
}

async function drain(bytes: AsyncIterable<unknown>): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]();
  while (!(await iterator.next()).done);
}
