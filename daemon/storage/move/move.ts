import type { StorageMoveReport, StoredContents } from '#sdk/contract/host/moves.js';
import { type ByteSource, MissingSourceError } from '../../transfer/byte-source.ts';
import { createDigest, type Digest, digestSource } from '../../transfer/digests.ts';
import { eachAtOnce } from '../../transfer/each-at-once.ts';
import type { Blobs } from '../blobs.ts';
import type { Stores } from '../stores.ts';
import { differs, type Place, writeBlob } from '../write-blob.ts';

interface Move {
  source: Stores;
  target: Stores;
  signal: AbortSignal;
  /** Called after each blob with what has been moved so far. */
  onProgress?(moved: StorageMoveReport['moved']): void;
}

/** Bytes of an object in a bucket. */
const pieceSize = 16 * 1024 * 1024;

/** Bytes that are read at once. */
const stepBytes = 1024 * 1024;

export async function measure(stores: Stores): Promise<StoredContents> {
  const contents = { blobs: 0, bytes: 0, requests: 0, unfinished: 0 };
  for (const { blobs, staging } of placesOf(stores)) {
    for await (const { size } of blobs.list()) {
      contents.blobs += 1;
      contents.bytes += size;
      contents.requests += Math.ceil(size / pieceSize);
    }
    if (staging) contents.unfinished += await readAll(staging.list());
  }
  return contents;
}

/**
 * Copies all blobs, compares each copy with its original, and then removes the original. It can end at any moment, and
 * continues when it is called again. Servers that use both stores as one can run meanwhile.
 *
 * @throws when the target cannot be written, or a copy differs; then everything not yet moved is where it was
 */
export async function moveStores({ source, target, signal, onProgress }: Move): Promise<StorageMoveReport> {
  const moved = { blobs: 0, bytes: 0 };
  const unreadable: string[] = [];
  const targets = placesOf(target);
  for (const [index, from] of placesOf(source).entries()) {
    const to = targets[index];
    if (!to) continue;
    await eachAtOnce(from.blobs.list(), async ({ id, size }) => {
      signal.throwIfAborted();
      if (!(await moveBlob(id, { from: from.blobs, to, signal }))) {
        unreadable.push(id);
        return;
      }
      moved.blobs += 1;
      moved.bytes += size;
      onProgress?.({ ...moved });
    });
  }
  return { moved, left: await measure(source), unreadable };
}

const placesOf = ({ blobs, staging, archives, thumbnails }: Stores): Place[] => [
  { blobs, staging },
  archives,
  { blobs: thumbnails },
];

/** False when the blob cannot be read. */
async function moveBlob(
  id: string,
  { from, to, signal }: { from: Blobs; to: Place; signal: AbortSignal },
): Promise<boolean> {
  const source = await openIfThere(from, id);
  // Removed since it was listed.
  if (source === 'missing') return true;
  if (source === 'unreadable') return false;
  try {
    const isCopied = (await to.blobs.stat(id)) !== null;
    if (isCopied) await requireSame(source, await to.blobs.open(id), id);
    else {
      const digest = createDigest();
      await writeBlob(to, { id, size: source.size, bytes: read(source, digest), digest }, signal);
    }
  } catch (error) {
    if (error instanceof UnreadableError) return false;
    throw error;
  } finally {
    await source.close();
  }
  // The copy of what was removed meanwhile must not stay.
  if ((await from.stat(id)) === null) await to.blobs.remove(id);
  else await from.remove(id);
  return true;
}

/** The bytes of the original cannot be read: its disk or its bucket fails. */
class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

async function openIfThere(from: Blobs, id: string): Promise<ByteSource | 'missing' | 'unreadable'> {
  try {
    return await from.open(id);
  } catch (error) {
    return error instanceof MissingSourceError ? 'missing' : 'unreadable';
  }
}

async function* read(source: ByteSource, digest: Digest): AsyncGenerator<Buffer> {
  while (digest.bytes < source.size) {
    const buffer = Buffer.allocUnsafe(Math.min(stepBytes, source.size - digest.bytes));
    const count = await source.read(buffer, digest.bytes).catch((cause: unknown) => {
      throw new UnreadableError('the original cannot be read', { cause });
    });
    if (count < buffer.length) throw new UnreadableError('the original is shorter than it should be');
    digest.update(buffer);
    yield buffer;
  }
}

async function requireSame(source: ByteSource, copied: ByteSource, id: string): Promise<void> {
  const digest = createDigest();
  await readAll(read(source, digest));
  await requireDigest(copied, digest, id);
}

async function requireDigest(copied: ByteSource, digest: Digest, id: string): Promise<void> {
  try {
    if ((await digestSource(copied)).sha256 !== digest.digest().sha256) throw differs(id);
  } finally {
    await copied.close();
  }
}

/** Returns how many there were. */
async function readAll(items: AsyncIterable<unknown>): Promise<number> {
  const iterator = items[Symbol.asyncIterator]();
  let count = 0;
  while (!(await iterator.next()).done) count += 1;
  return count;
}
