import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '#sdk/contract/errors.js';
import { type ByteSource, MissingSourceError, ShortSourceError } from '../../transfer/byte-source.ts';
import { createDigest, digestSource, type FileDigests } from '../../transfer/digests.ts';
import { type Received, type ReceiveOptions, receive } from '../../transfer/receive.ts';
import { freeChunks } from '../../transfer/received-memory.ts';
import type { BlobRecord, Place } from '../blob-repo.ts';
import type { StoredBytes } from '../blobs.ts';
import type { AppendOptions, JoinOptions, StagedPart, Staging } from '../staging.ts';
import { UploadWriters } from '../upload-writers.ts';
import { BlobSource } from './blob-source.ts';
import type { Bucket } from './bucket.ts';
import { combineCrc32 } from './crc32-combine.ts';
import type { PieceDigester } from './digester.ts';
import type { NewKey } from './keys.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { type PieceIndex, piecesOf, type WriterClaim } from './piece-index.ts';
import { type FlushTiming, PieceWriter, ReplacedWriterError, smallPiece } from './piece-writer.ts';
import type { SharedBuffers } from './shared-buffers.ts';

interface Deps {
  place: Place;
  bucket: Bucket;
  index: PieceIndex;
  digester: PieceDigester;
  memory: MemoryBudget;
  buffers: SharedBuffers;
  newKey: NewKey;
  pieceBytes: PieceBytes;
  timing: FlushTiming;
}

/** Bytes from which on a piece is sent; fewer when there are so many writers that their memory adds up. */
export interface PieceBytes {
  usual: number;
  crowded: number;
}

/** Bytes of a blob that this process has digested, as the last writer. */
interface Chain {
  fence: number;
  size: number;
}

const manyWriters = 4;

/**
 * Stages each upload as pieces: objects that a row makes part of it. The size in the row says which bytes are safe. The
 * row also numbers the writers, and refuses pieces of all but the last, of any process.
 */
export class S3Staging implements Staging {
  readonly #deps: Deps;
  readonly #writers = new UploadWriters();
  readonly #chains = new Map<string, Chain>();
  /** Bytes that were read again for a digest, because other processes had written some of them. */
  readBack = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async begin(id: string): Promise<void> {
    requireName(id);
    await this.#deps.index.begin(this.#deps.place, id);
  }

  async append(id: string, source: Readable, options: AppendOptions): Promise<Received> {
    requireName(id);
    return this.#writers.run(id, options.signal, (signal) => this.#write(id, source, { ...options, signal }));
  }

  /** Only rows change: the objects of the parts become those of the upload. Its digest reads them again. */
  async join(id: string, parts: readonly StagedPart[], { offset, fence = null }: JoinOptions): Promise<void> {
    for (const name of [id, ...parts.map((part) => part.id)]) requireName(name);
    const { index, place } = this.#deps;
    if (!(await index.join(place, id, { parts, offset, uploadFence: fence }))) {
      throw new AppError('upload_offset_conflict');
    }
  }

  async shutOut(id: string): Promise<void> {
    requireName(id);
    await this.#deps.index.shutOut(this.#deps.place, id);
  }

  async size(id: string): Promise<number | null> {
    const blob = await this.#find(id);
    return blob?.state === 'staged' ? blob.size : null;
  }

  async read(id: string): Promise<ByteSource> {
    const blob = await this.#find(id);
    if (!blob) throw new MissingSourceError(id);
    return new BlobSource(this.#deps, blob, blob.size);
  }

  async digest(id: string, size: number): Promise<FileDigests> {
    const blob = await this.#find(id);
    if (!blob) throw new MissingSourceError(id);
    if (blob.size < size) throw new ShortSourceError(blob.size);
    if (size === 0) return createDigest().digest();
    return (await this.#followedDigest(blob, size)) ?? (await this.#readDigest(blob, size));
  }

  async finish(id: string, size: number, blobId = id): Promise<void> {
    requireName(id);
    const { index, place } = this.#deps;
    const staged = await index.publish(place, id, { id: blobId, size });
    if (staged && staged.size < size) throw new ShortSourceError(staged.size);
    if (staged) return this.#unchain(staged.key);
    const blob = await index.find(place, blobId);
    if (blob?.state !== 'stored') throw new MissingSourceError(id);
  }

  async discard(id: string): Promise<void> {
    const blob = await this.#find(id);
    if (blob) this.#unchain(blob.key);
    await this.#deps.index.remove(this.#deps.place, [id], 'staged');
  }

  async setAside(id: string): Promise<void> {
    requireName(id);
    await this.#deps.index.setAside(this.#deps.place, id, 'staged');
  }

  async *list(): AsyncIterable<StoredBytes> {
    for await (const { id, size, modifiedAt } of this.#deps.index.list(this.#deps.place, 'staged')) {
      yield { id, size, modified: new Date(modifiedAt) };
    }
  }

  /** Ends all writers with the bytes that have arrived. */
  async stop(): Promise<void> {
    await this.#writers.end();
  }

  async #write(id: string, source: Readable, options: AppendOptions): Promise<Received> {
    const { isDigested, onStored, fence = null, ...rest } = options;
    const { index, place, pieceBytes, timing } = this.#deps;
    const claim = await index.acquire(place, id, { size: options.offset, uploadFence: fence });
    if (!claim) throw new AppError('upload_offset_conflict');
    const isChained = isDigested && this.#continueChain(claim, options.offset);
    const failed = new AbortController();
    const writer = new PieceWriter({
      ...this.#deps,
      claim,
      lastBytes: await this.#readLast(claim),
      offset: options.offset,
      isChained,
      pieceBytes: () => (this.#writers.size > manyWriters ? pieceBytes.crowded : pieceBytes.usual),
      timing,
      free: (chunks) => freeChunks(source, chunks),
      onStored,
      onFailure: () => failed.abort(),
    });
    const signal = AbortSignal.any([options.signal, failed.signal]);
    try {
      const outcome = await receiveInto(writer, source, { ...rest, signal });
      if (isChained) this.#chains.set(claim.blobKey, { fence: claim.fence, size: writer.safe });
      return { offset: writer.safe, outcome };
    } catch (error) {
      this.#unchain(claim.blobKey);
      if (error instanceof ReplacedWriterError) return { offset: writer.safe, outcome: 'stopped' };
      throw error;
    }
  }

  /** Whether all bytes so far were digested here, and none by a writer elsewhere. */
  #continueChain({ blobKey, fence }: WriterClaim, offset: number): boolean {
    const chain = this.#chains.get(blobKey);
    const isContinued = chain?.fence === fence - 1 && chain.size === offset;
    if (isContinued) return true;
    this.#unchain(blobKey);
    return offset === 0;
  }

  #unchain(blobKey: string): void {
    this.#chains.delete(blobKey);
    this.#deps.digester.forget(blobKey);
  }

  async #readLast({ blobKey, last }: WriterClaim): Promise<Buffer | null> {
    if (!last || last.size >= smallPiece) return null;
    await this.#deps.memory.take(last.size);
    const source = new BlobSource(this.#deps, { key: blobKey }, last.start + last.size);
    try {
      const bytes = Buffer.alloc(last.size);
      await source.read(bytes, last.start);
      return bytes;
    } catch (error) {
      this.#deps.memory.release(last.size);
      throw error;
    } finally {
      await source.close();
    }
  }

  /** Returns the digests of bytes that all passed through here, without reading them again; else null. */
  async #followedDigest({ key, fence }: BlobRecord, size: number): Promise<FileDigests | null> {
    const chain = this.#chains.get(key);
    if (chain?.fence !== fence || chain.size !== size) return null;
    const sha256 = await this.#deps.digester.finish(key, size);
    return sha256 === null ? null : { sha256, crc32: await this.#combinedCrc32(key, size) };
  }

  async #combinedCrc32(key: string, size: number): Promise<number> {
    let combined = 0;
    for await (const piece of piecesOf(this.#deps.index, { key, size })) {
      combined = combineCrc32(combined, piece.crc32, piece.size);
    }
    return combined;
  }

  async #readDigest(blob: BlobRecord, size: number): Promise<FileDigests> {
    this.readBack += size;
    const source = new BlobSource(this.#deps, blob, size);
    try {
      return await digestSource(source);
    } finally {
      await source.close();
    }
  }

  async #find(id: string): Promise<BlobRecord | null> {
    requireName(id);
    return this.#deps.index.find(this.#deps.place, id);
  }
}

/** Whatever ends the stream, the bytes that have arrived are stored. */
async function receiveInto(
  writer: PieceWriter,
  source: Readable,
  options: Omit<ReceiveOptions, 'write'>,
): Promise<Received['outcome']> {
  try {
    return (await receive(source, { ...options, write: (chunks) => writer.add(chunks) })).outcome;
  } finally {
    await writer.end();
  }
}

/** The same names as those of files in a local folder. */
function requireName(name: string): void {
  if (/^\.{0,2}$/.test(name) || basename(name) !== name) throw new Error('not a staged name');
}
