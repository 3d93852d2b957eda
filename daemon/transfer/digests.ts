import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type ByteSource, ShortSourceError } from './byte-source.ts';
import { openFileSource } from './file-source.ts';

/** What is kept of every file's content. */
export interface FileDigests {
  /** Lower-case hexadecimal. */
  sha256: string;
  /** As in a ZIP archive, 0 to 2^32−1. */
  crc32: number;
}

/** Digests of a stream of bytes while it passes by. */
export interface Digest {
  /** Bytes so far. */
  readonly bytes: number;
  update(chunk: Uint8Array): void;
  /** The digests of everything so far; more may follow. */
  digest(): FileDigests;
}

export function createDigest(): Digest {
  const hash = createHash('sha256');
  let checksum = 0;
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    update(chunk) {
      hash.update(chunk);
      checksum = crc32(chunk, checksum);
      bytes += chunk.byteLength;
    },
    // A finished hash cannot go on; a copy can be finished instead.
    digest: () => ({ sha256: hash.copy().digest('hex'), crc32: checksum }),
  };
}

/** Long enough that reading costs little, short enough that other requests get their turn in between. */
const stepBytes = 1024 * 1024;

/**
 * Digests of a whole file or source, read in steps. A source given is left open. Throws the `signal`'s reason when it
 * fires, and {@link ShortSourceError} when there is less than the size said.
 */
export async function digestFile(
  file: string | ByteSource,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<FileDigests> {
  if (typeof file !== 'string') return digestSource(file, signal);
  const source = await openFileSource(file);
  try {
    return await digestSource(source, signal);
  } finally {
    await source.close();
  }
}

async function digestSource(source: ByteSource, signal: AbortSignal | undefined): Promise<FileDigests> {
  const digest = createDigest();
  const buffer = Buffer.allocUnsafe(Math.min(stepBytes, source.size));
  while (digest.bytes < source.size) {
    signal?.throwIfAborted();
    const step = buffer.subarray(0, Math.min(stepBytes, source.size - digest.bytes));
    const count = await source.read(step, digest.bytes);
    if (count < step.byteLength) throw new ShortSourceError(digest.bytes + count);
    digest.update(step);
  }
  return digest.digest();
}
