import { createHash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type ByteSource, ShortSourceError } from './byte-source.ts';

/** The digests stored with every file. */
export interface FileDigests {
  /** Lower-case hexadecimal. */
  sha256: string;
  /** As in a ZIP archive, 0 to 2^32−1. */
  crc32: number;
}

/** Digests a stream of bytes as it passes through. */
export interface Digest {
  /** Number of bytes so far. */
  readonly bytes: number;
  update(chunk: Uint8Array): void;
  /** Returns the digests of all bytes so far; more may follow. */
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
    // A finished hash cannot continue, but a copy of it can be finished.
    digest: () => ({ sha256: hash.copy().digest('hex'), crc32: checksum }),
  };
}

/** Digests bytes that are all there. */
export function digestBytes(bytes: Uint8Array): FileDigests {
  return { sha256: hash('sha256', bytes, 'hex'), crc32: crc32(bytes) };
}

/** Bytes per step: large enough that reading costs little, small enough that other requests run in between. */
const stepBytes = 1024 * 1024;

/**
 * Digests a whole source, read in steps; it is left open. Throws the `signal`'s reason when it fires, and
 * {@link ShortSourceError} when there are fewer bytes than the source's size.
 */
export async function digestSource(
  source: ByteSource,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<FileDigests> {
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
