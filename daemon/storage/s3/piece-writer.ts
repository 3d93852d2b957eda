import type { Piece } from '../piece-repo.ts';
import type { Bucket } from './bucket.ts';
import type { PieceDigester } from './digester.ts';
import type { NewKey } from './keys.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { PieceIndex, WriterClaim } from './piece-index.ts';
import type { SharedBuffers } from './shared-buffers.ts';

interface Options {
  bucket: Pick<Bucket, 'put'>;
  index: Pick<PieceIndex, 'note'>;
  digester: Pick<PieceDigester, 'digest'>;
  memory: MemoryBudget;
  buffers: SharedBuffers;
  newKey: NewKey;
  claim: WriterClaim;
  /** The bytes of the last piece, when it is to be replaced by one with more bytes. */
  lastBytes: Buffer | null;
  /** Position of the next byte. */
  offset: number;
  /** The digest of all bytes is wanted, and the pieces before are in it. */
  isChained: boolean;
  /** Returns the size from which on a piece is sent. */
  pieceBytes(): number;
  timing: FlushTiming;
  /** Called with chunks that have been copied into a piece. */
  free(chunks: readonly Buffer[]): void;
  onStored?: ((size: number) => Promise<void>) | undefined;
  /** Called once, when nothing more can be stored. */
  onFailure(): void;
}

/** When bytes are sent that do not fill a piece; milliseconds. */
export interface FlushTiming {
  /** After the last byte. */
  silence: number;
  /** After the first byte. */
  age: number;
}

/** Another writer has acquired the blob, or it is no longer staged. */
export class ReplacedWriterError extends Error {
  override readonly name = 'ReplacedWriterError';
}

/** A last piece below this size is replaced together with the bytes that follow. */
export const smallPiece = 1024 * 1024;

const maxFlights = 2;

/** Bytes in a row that belong into one piece. */
interface Tail {
  piece: Pick<Piece, 'start' | 'size' | 'key'>;
  chunks: readonly Buffer[];
}

/**
 * Sends arriving bytes as pieces, at most two at a time, and notes them in their order: what is noted has no hole
 * before its end.
 */
export class PieceWriter {
  /** The bytes of the blob that are safe. */
  safe: number;
  readonly #options: Options;
  #chunks: Buffer[] = [];
  #held = 0;
  #heldSince = 0;
  /** The small piece that was sent last. */
  #tail: Tail | null;
  #position: number;
  #flights: readonly Promise<void>[] = [];
  #noted: Promise<void> = Promise.resolve();
  #failure: Error | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.safe = options.offset;
    this.#position = options.offset;
    const { last } = options.claim;
    this.#tail = last && options.lastBytes ? { piece: last, chunks: [options.lastBytes] } : null;
  }

  /** Waits while there is no memory, or two pieces are on their way. */
  async add(chunks: readonly Buffer[]): Promise<void> {
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    await this.#reserve(bytes);
    if (this.#held === 0) this.#heldSince = performance.now();
    this.#chunks.push(...chunks);
    this.#held += bytes;
    if (this.#held >= this.#options.pieceBytes()) await this.#sendInTurn();
    else this.#startTimer();
    this.#throwFailure();
  }

  /** Sends what is held and waits until all of it is noted. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#failure) await this.#sendInTurn();
    await Promise.all(this.#flights);
    this.#options.memory.release(this.#held);
    this.#dropTail();
    this.#throwFailure();
  }

  async #reserve(bytes: number): Promise<void> {
    const { memory } = this.#options;
    if (memory.tryTake(bytes)) return;
    // A writer that waits has sent what it holds, so that its memory becomes free.
    await this.#sendInTurn();
    this.#dropTail();
    await memory.take(bytes);
  }

  async #sendInTurn(): Promise<void> {
    while (this.#flights.length >= maxFlights) await this.#flights[0];
    if (!this.#failure) this.#send();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#held === 0) return;
    const replaced = this.#tail;
    const bytes = this.#options.buffers.gather([...(replaced?.chunks ?? []), ...this.#chunks]);
    const start = replaced?.piece.start ?? this.#position;
    const size = bytes.byteLength;
    const key = this.#options.newKey();
    this.#position = start + size;
    this.#tail = size < smallPiece ? { piece: { start, size, key }, chunks: [Buffer.from(bytes)] } : null;
    // The memory of a small piece stays taken as long as it may be replaced.
    const released = this.#tail ? 0 : size;
    this.#options.free(this.#chunks);
    this.#chunks = [];
    this.#held = 0;
    this.#noted = this.#store({ start, key, bytes }, replaced, this.#noted);
    const flight = this.#noted
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#options.memory.release(released);
        this.#flights = this.#flights.filter((other) => other !== flight);
      });
    this.#flights = [...this.#flights, flight];
  }

  async #store(
    { start, key, bytes }: { start: number; key: string; bytes: Uint8Array },
    replaced: Tail | null,
    earlier: Promise<void>,
  ): Promise<void> {
    const { bucket, index, digester, buffers, claim, isChained, onStored } = this.#options;
    const chain = isChained ? { id: claim.blobKey, start } : null;
    const digests = await digester.digest(bytes, chain);
    const size = bytes.byteLength;
    await bucket.put(key, bytes, digests.sha256);
    // Not after a failure: the request may still be reading.
    buffers.giveBack(bytes);
    await earlier;
    if (!(await index.note(claim, { start, size, key, ...digests }, replaced?.piece ?? null))) {
      throw new ReplacedWriterError('another writer has acquired the blob');
    }
    this.safe = start + size;
    await onStored?.(this.safe);
  }

  #fail(error: unknown): void {
    if (this.#failure) return;
    this.#failure = error instanceof Error ? error : new Error(String(error));
    this.#options.onFailure();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure;
  }

  #dropTail(): void {
    this.#options.memory.release(this.#tail?.piece.size ?? 0);
    this.#tail = null;
  }

  /** Bytes of a silent or slow sender become safe before they fill a piece. */
  #startTimer(): void {
    const { silence, age } = this.#options.timing;
    const untilAge = Math.max(0, this.#heldSince + age - performance.now());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sendInTurn(), Math.min(silence, untilAge)).unref();
  }
}
