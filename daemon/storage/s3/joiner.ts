import { crc32 } from 'node:zlib';
import type { Logger } from '../../logger.ts';
import type { BlobRecord } from '../blob-repo.ts';
import type { Piece } from '../piece-repo.ts';
import { BlobSource } from './blob-source.ts';
import type { Bucket, JoinedPart } from './bucket.ts';
import { combineCrc32 } from './crc32-combine.ts';
import type { NewKey } from './keys.ts';
import { maxParts, smallestPart } from './multipart.ts';
import { type PieceIndex, piecesOf } from './piece-index.ts';

/** Makes one object of the pieces of a blob, in the background: only one object can have a link. */
export interface Joiner {
  /** Joins a stored blob, one after the other; does nothing for a while after that has failed. */
  join(blob: BlobRecord): void;
  /** Resolves when nothing is being joined. */
  idle(): Promise<void>;
  /** Gives up what is being joined: the blob stays as it is. */
  stop(): Promise<void>;
}

interface Deps {
  bucket: Pick<Bucket, 'get' | 'join' | 'deleteMany'>;
  index: Pick<PieceIndex, 'piecesFrom' | 'replacePieces'>;
  logger: Logger;
  newKey: NewKey;
}

/** Blobs that wait; a later download asks for others again. */
const maxWaiting = 100;
/** Milliseconds. */
const pauseAfterFailure = 3_600_000;
const maxFailures = 1000;

export function createJoiner(deps: Deps): Joiner {
  const { logger } = deps;
  const waiting = new Map<string, BlobRecord>();
  const failedAt = new Map<string, number>();
  const stopped = new AbortController();
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    for (const [key, blob] of waiting) {
      if (stopped.signal.aborted) return;
      try {
        await joinBlob(deps, blob, stopped.signal);
      } catch (error) {
        if (stopped.signal.aborted) return;
        logger.warn({ err: error, blob: blob.id }, 'the objects of a file could not be joined');
        if (failedAt.size >= maxFailures) failedAt.clear();
        failedAt.set(key, performance.now());
      }
      waiting.delete(key);
    }
    // At once: what is added from now on needs another round.
    working = null;
  }

  return {
    join(blob) {
      const failed = failedAt.get(blob.key) ?? -Infinity;
      if (waiting.size >= maxWaiting || performance.now() < failed + pauseAfterFailure) return;
      waiting.set(blob.key, blob);
      working ??= work();
    },
    idle: async () => void (await working),
    async stop() {
      stopped.abort();
      await working;
    },
  };
}

/** The pieces stay for a while after they were replaced, because somebody may be reading them. */
async function joinBlob(deps: Deps, blob: BlobRecord, signal: AbortSignal): Promise<void> {
  const { bucket, index, newKey } = deps;
  const pieces: Piece[] = [];
  for await (const piece of piecesOf(index, blob)) pieces.push(piece);
  if (pieces.length < 2) return;
  const parts = planParts(pieces);
  if (parts.length > maxParts) throw new Error(`${parts.length} parts are more than an object can have`);
  const key = newKey();
  // Whatever happens from here on, it is deleted later unless it becomes part of a blob.
  const read = (part: readonly Piece[]) => readPieces(deps, blob, part);
  await bucket.join(
    key,
    parts.map((part) => toJoined(part, read)),
    signal,
  );
  const sum = pieces.reduce((all, piece) => combineCrc32(all, piece.crc32, piece.size), 0);
  const joined: Piece = { start: 0, size: blob.size, key, sha256: '', crc32: sum };
  const isWhole = (await digestObject(bucket, joined, signal)) === sum;
  if (isWhole && (await index.replacePieces(blob.key, pieces, joined))) return;
  await bucket.deleteMany([key]);
  if (!isWhole) throw new Error('the object has other bytes than the pieces');
}

/** Puts pieces that are too small for a part together with what follows; only the last part may be smaller. */
export function planParts<P extends Pick<Piece, 'size'>>(pieces: readonly P[]): P[][] {
  const parts: P[][] = [];
  let part: P[] = [];
  for (const piece of pieces) {
    part.push(piece);
    if (part.reduce((sum, { size }) => sum + size, 0) < smallestPart) continue;
    parts.push(part);
    part = [];
  }
  return part.length > 0 ? [...parts, part] : parts;
}

/** A piece that is a part by itself is copied within the server, others pass through here. */
function toJoined(part: readonly Piece[], read: (part: readonly Piece[]) => Promise<Uint8Array>): JoinedPart {
  const [piece, ...more] = part;
  return piece && more.length === 0 ? { copyOf: piece.key } : { read: () => read(part) };
}

async function readPieces(deps: Deps, blob: BlobRecord, part: readonly Piece[]): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(part.reduce((sum, { size }) => sum + size, 0));
  const source = new BlobSource(deps, blob, blob.size);
  try {
    await source.read(bytes, part[0]?.start ?? 0);
  } finally {
    await source.close();
  }
  return bytes;
}

/** The server has joined the bytes: whether it did so is read once. */
async function digestObject(
  bucket: Pick<Bucket, 'get'>,
  { key, size }: Piece,
  signal: AbortSignal,
): Promise<number> {
  const { bytes } = await bucket.get(key, { start: 0, end: size, signal });
  let sum = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) sum = crc32(chunk, sum);
  return sum;
}
