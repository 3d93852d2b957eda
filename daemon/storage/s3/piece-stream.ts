import { MissingSourceError, ShortSourceError } from '../../transfer/byte-source.ts';
import type { Piece } from '../piece-repo.ts';
import { type Bucket, BucketError, type ObjectBody } from './bucket.ts';

/** How often a broken body is opened again before bytes come. */
const maxReopens = 3;

interface Options {
  bucket: Pick<Bucket, 'get'>;
  piece: Piece;
  /** Positions in the blob. */
  start: number;
  end: number;
}

/**
 * The bytes of a piece as they come from the server, at the pace of the reader. When the connection breaks, they
 * continue where it broke, from the same object.
 */
export class PieceStream {
  /** Position in the blob of the next byte. */
  at: number;
  readonly end: number;
  readonly #bucket: Pick<Bucket, 'get'>;
  readonly #piece: Piece;
  readonly #aborted = new AbortController();
  #opening: Promise<ObjectBody> | undefined;
  #body: ObjectBody['bytes'] | undefined;
  #chunks: AsyncIterator<Buffer, undefined> | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #etag: string | undefined;

  constructor({ bucket, piece, start, end }: Options) {
    this.#bucket = bucket;
    this.#piece = piece;
    this.at = start;
    this.end = end;
  }

  /** Asks for the bytes, without waiting for them. */
  open(): void {
    const { start } = this.#piece;
    this.#opening ??= this.#bucket.get(this.#piece.key, {
      start: this.at - start,
      end: this.end - start,
      etag: this.#etag,
      signal: this.#aborted.signal,
    });
    // A failure is handled when the bytes are read.
    this.#opening.catch(() => undefined);
  }

  /**
   * Fills the buffer as far as the stream goes; returns how many bytes were read.
   *
   * @throws MissingSourceError, and the last error when opening again does not help
   */
  async read(buffer: Uint8Array): Promise<number> {
    const length = Math.min(buffer.byteLength, this.end - this.at);
    for (let filled = 0, failures = 0; filled < length; ) {
      try {
        if (this.#rest.length === 0) this.#rest = await this.#next();
      } catch (error) {
        failures += 1;
        this.#drop();
        if (this.#isFinal(error) || failures > maxReopens) throw error;
        continue;
      }
      failures = 0;
      const count = Math.min(this.#rest.length, length - filled);
      buffer.set(this.#rest.subarray(0, count), filled);
      this.#rest = this.#rest.subarray(count);
      this.at += count;
      filled += count;
    }
    return length;
  }

  /** Ends the request if it is still running. */
  close(): void {
    this.#aborted.abort();
    this.#drop();
  }

  async #next(): Promise<Buffer> {
    this.open();
    if (!this.#chunks) {
      const opened = await this.#opening;
      if (!opened) throw new Error('closed while it was opened');
      this.#etag = opened.etag;
      this.#body = opened.bytes;
      // Otherwise an error of a stream that nobody reads any longer would end the process.
      this.#body.on('error', () => undefined);
      this.#chunks = this.#body[Symbol.asyncIterator]();
    }
    const { value } = await this.#chunks.next();
    if (value === undefined) throw new ShortSourceError(this.at);
    return value;
  }

  /** Whether opening again is no use: a server that has been silent for long will be so again. */
  #isFinal(error: unknown): boolean {
    const isSilence = error instanceof BucketError && error.isSilence;
    return isSilence || error instanceof MissingSourceError || this.#aborted.signal.aborted;
  }

  #drop(): void {
    this.#body?.destroy();
    this.#body = undefined;
    this.#chunks = undefined;
    this.#opening?.then(
      ({ bytes }) => bytes.on('error', () => undefined).destroy(),
      () => undefined,
    );
    this.#opening = undefined;
    this.#rest = Buffer.alloc(0);
  }
}
