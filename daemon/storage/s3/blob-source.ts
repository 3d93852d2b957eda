import { type ByteSource, MissingSourceError } from '../../transfer/byte-source.ts';
import type { BlobRecord } from '../blob-repo.ts';
import type { Piece } from '../piece-repo.ts';
import type { Bucket } from './bucket.ts';
import type { PieceIndex } from './piece-index.ts';
import { PieceStream } from './piece-stream.ts';

interface Deps {
  bucket: Pick<Bucket, 'get'>;
  index: Pick<PieceIndex, 'piecesFrom'>;
}

/** The next piece is asked for when so many bytes of the current one are left. */
const aheadBytes = 4 * 1024 * 1024;

/**
 * Reads a blob from its pieces. A first read asks for exactly its bytes, because it may be the only one, of a small
 * file in a bundle for example. While reads follow one another, one request for each piece goes on behind them, and the
 * next piece is asked for ahead.
 */
export class BlobSource implements ByteSource {
  readonly size: number;
  readonly #deps: Deps;
  readonly #blobKey: string;
  /** Pieces in a row around the position. */
  #pieces: Piece[] = [];
  #stream: PieceStream | undefined;
  #ahead: PieceStream | undefined;
  /** Position after the last read. */
  #next = -1;
  #reading: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(deps: Deps, blob: Pick<BlobRecord, 'key'>, size: number) {
    this.#deps = deps;
    this.#blobKey = blob.key;
    this.size = size;
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    if (this.#isClosed) throw new Error('read from a closed blob');
    const length = Math.max(0, Math.min(buffer.byteLength, this.size - position));
    const reading = this.#fill(buffer.subarray(0, length), position);
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#reading;
    this.#stream?.close();
    this.#ahead?.close();
  }

  async #fill(buffer: Uint8Array, position: number): Promise<number> {
    const end = position + buffer.byteLength;
    const isSequential = position === this.#next;
    this.#next = end;
    for (let at = position; at < end; ) {
      const stream = await this.#streamAt(at, isSequential ? this.size : end);
      if (isSequential) await this.#openAhead(stream);
      try {
        at += await stream.read(buffer.subarray(at - position));
      } catch (error) {
        if (!(error instanceof MissingSourceError) || !(await this.#hasChanged())) throw error;
        at = stream.at;
      }
    }
    return buffer.byteLength;
  }

  async #streamAt(position: number, end: number): Promise<PieceStream> {
    const current = this.#stream;
    if (current && current.at === position && position < current.end) return current;
    current?.close();
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead?.at === position) return (this.#stream = ahead);
    ahead?.close();
    return (this.#stream = await this.#openStream(position, end));
  }

  async #openAhead({ at, end }: PieceStream): Promise<void> {
    if (this.#ahead || end === this.size || end - at > aheadBytes) return;
    this.#ahead = await this.#openStream(end, this.size);
    this.#ahead.open();
  }

  async #openStream(start: number, end: number): Promise<PieceStream> {
    const piece = await this.#pieceAt(start);
    return new PieceStream({
      bucket: this.#deps.bucket,
      piece,
      start,
      end: Math.min(end, piece.start + piece.size),
    });
  }

  /** Whether the pieces were joined since, and their objects deleted; then the blob is read from the new one. */
  async #hasChanged(): Promise<boolean> {
    const [before] = this.#pieces;
    if (!before) return false;
    const [piece] = await this.#deps.index.piecesFrom(this.#blobKey, before.start);
    if (!piece || piece.key === before.key) return false;
    this.#pieces = [piece];
    this.#stream?.close();
    this.#ahead?.close();
    this.#stream = this.#ahead = undefined;
    return true;
  }

  async #pieceAt(position: number): Promise<Piece> {
    const isHere = ({ start, size }: Piece) => start <= position && position < start + size;
    const known = this.#pieces.find(isHere);
    if (known) return known;
    this.#pieces = await this.#deps.index.piecesFrom(this.#blobKey, position);
    const found = this.#pieces.find(isHere);
    if (!found) throw new MissingSourceError(`byte ${position} of blob ${this.#blobKey}`);
    return found;
  }
}
