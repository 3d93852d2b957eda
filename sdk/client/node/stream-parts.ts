import { EventEmitter, once } from 'node:events';
import type { StreamPart } from '../upload/content.ts';

/** Milliseconds for which a part that has bytes waits for more. */
const flushAfter = 500;

interface StreamPartsInit {
  /** Bytes of a part, at most. */
  partSize: number;
  /** Called once with each chunk, in order. */
  onChunk(chunk: Uint8Array): void;
}

/**
 * Cuts a stream into the bodies of requests. It keeps only the bytes that the server may still need: those of the request
 * that is running, and those that are read for the next one while it runs.
 */
export class StreamParts {
  readonly #partSize: number;
  readonly #changes = new EventEmitter<{ change: [] }>();
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #isEnd = false;
  #failure: { error: unknown } | null = null;
  #part: StreamPart = { bytes: new Uint8Array(), isLast: false };
  /** Position of the part in the stream. */
  #start = 0;

  constructor(source: AsyncIterable<Uint8Array>, { partSize, onChunk }: StreamPartsInit) {
    this.#partSize = partSize;
    void this.#readAll(source, onChunk);
  }

  /**
   * Returns what follows the first `start` bytes, which are not needed any longer.
   *
   * @throws what reading the stream throws
   * @throws RangeError when earlier bytes are needed
   */
  async read(start: number): Promise<StreamPart> {
    if (start < this.#start)
      throw new RangeError('The server lacks bytes of a stream that it had confirmed.');
    const left = { ...this.#part, bytes: this.#part.bytes.subarray(start - this.#start) };
    this.#part = left.bytes.length > 0 || left.isLast ? left : await this.#next();
    this.#start = start;
    return this.#part;
  }

  async #readAll(source: AsyncIterable<Uint8Array>, onChunk: (chunk: Uint8Array) => void): Promise<void> {
    try {
      for await (const chunk of source) {
        onChunk(chunk);
        this.#waiting.push(chunk);
        this.#waitingBytes += chunk.length;
        this.#changes.emit('change');
        while (this.#waitingBytes >= this.#partSize) await once(this.#changes, 'change');
      }
      this.#isEnd = true;
    } catch (error) {
      this.#failure = { error };
    }
    this.#changes.emit('change');
  }

  async #next(): Promise<StreamPart> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#changes.emit('change');
    }, flushAfter);
    while (!this.#isReady(isLate)) await once(this.#changes, 'change');
    clearTimeout(timer);
    if (this.#failure) throw this.#failure.error;
    const bytes = Buffer.concat(this.#waiting);
    const rest = bytes.subarray(this.#partSize);
    this.#waiting = rest.length > 0 ? [rest] : [];
    this.#waitingBytes = rest.length;
    this.#changes.emit('change');
    return { bytes: bytes.subarray(0, this.#partSize), isLast: this.#isEnd && rest.length === 0 };
  }

  #isReady(isLate: boolean): boolean {
    return (
      this.#failure !== null ||
      this.#isEnd ||
      this.#waitingBytes >= this.#partSize ||
      (isLate && this.#waitingBytes > 0)
    );
  }
}
