import type { Readable } from 'node:stream';
import { prepareMemory } from './received-memory.ts';

export interface ReceiveOptions {
  /** Stores bytes from a position on; the next ones come when it resolves. It may free the chunks then (`freeChunks`). */
  write(chunks: Buffer[], offset: number): Promise<void>;
  /** Called with bytes before they are stored. */
  onReceived?(chunks: readonly Buffer[]): void;
  /** Position of the first byte. */
  offset: number;
  /** Position after the last allowed byte. */
  limit: number;
  /** Chunks are gathered up to this many bytes before they are written, so that there are few large writes. */
  batchBytes?: number;
  /** Ends the transfer with the bytes that have arrived. */
  signal: AbortSignal;
  /**
   * Called with the new offset after every write, when the bytes before it are stored; an error it throws ends the
   * transfer.
   */
  onWritten?(offset: number): void | Promise<void>;
}

export interface Received {
  /** Position after the last stored byte. */
  offset: number;
  /** `stopped`: by the signal; `cut`: the sender disconnected; `too_long`: more bytes than the limit allows. */
  outcome: 'complete' | 'stopped' | 'cut' | 'too_long';
}

const defaultBatchBytes = 1024 * 1024;

/** Milliseconds after which the bytes of a slow sender are written, so that hundreds of them use little memory. */
const batchAge = 250;

/**
 * Stores a stream. Whatever ends it, the bytes that have arrived are written first, because a client
 * resumes from there.
 *
 * One batch is gathered while the previous one is written. Two concurrent writes would be no faster, and a kill between
 * them could leave a hole before later bytes, which nobody would ever notice.
 */
export async function receive(source: Readable, options: ReceiveOptions): Promise<Received> {
  const { signal, batchBytes = defaultBatchBytes } = options;
  if (options.limit - options.offset > batchBytes) prepareMemory();
  const inbox = new Inbox(source, { room: options.limit - options.offset, batchBytes, signal });
  let { offset } = options;
  try {
    for (;;) {
      const chunks = await inbox.take();
      if (chunks.length === 0) break;
      options.onReceived?.(chunks);
      const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      await options.write(chunks, offset);
      offset += bytes;
      await options.onWritten?.(offset);
    }
  } finally {
    inbox.release();
  }
  return { offset, outcome: inbox.outcome ?? 'complete' };
}

interface InboxOptions {
  /** Most bytes to accept. */
  room: number;
  batchBytes: number;
  signal: AbortSignal;
}

/** Gathers chunks that arrive while the last batch is being written. */
class Inbox {
  outcome: Received['outcome'] | undefined;
  readonly #source: Readable;
  readonly #signal: AbortSignal;
  readonly #batchBytes: number;
  #room: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(source: Readable, { room, batchBytes, signal }: InboxOptions) {
    this.#source = source;
    this.#room = room;
    this.#batchBytes = batchBytes;
    this.#signal = signal;
    source.on('data', this.#add).on('end', this.#handleEnd);
    source.on('close', this.#handleCut).on('error', this.#handleCut);
    signal.addEventListener('abort', this.#handleStop);
    if (source.destroyed && !source.readableEnded) this.#handleCut();
    if (signal.aborted) this.#handleStop();
  }

  /** Returns the next batch; empty at the end of the stream. */
  async take(): Promise<Buffer[]> {
    if (this.#size < this.#batchBytes && !this.outcome) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (this.#size > 0) this.#startTimer();
      });
    }
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#size = 0;
    if (this.#source.isPaused() && !this.outcome) this.#source.resume();
    return chunks;
  }

  /** The `error` listener stays: an error may follow, and nothing else handles it. */
  release(): void {
    clearTimeout(this.#timer);
    this.#source.off('data', this.#add).off('end', this.#handleEnd).off('close', this.#handleCut);
    this.#signal.removeEventListener('abort', this.#handleStop);
  }

  readonly #add = (chunk: Buffer): void => {
    if (this.outcome) return;
    if (chunk.length > this.#room) return this.#end('too_long');
    this.#room -= chunk.length;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#batchBytes) return this.#startTimer();
    if (this.#wake) this.#wakeUp();
    else this.#source.pause();
  };

  readonly #handleEnd = (): void => this.#end('complete');
  readonly #handleCut = (): void => this.#end('cut');
  readonly #handleStop = (): void => this.#end('stopped');

  #end(outcome: Received['outcome']): void {
    this.outcome ??= outcome;
    this.#wakeUp();
  }

  /** Starts only while a caller waits: otherwise the batch is taken as soon as the previous write has ended. */
  #startTimer(): void {
    if (this.#wake) this.#timer ??= setTimeout(() => this.#wakeUp(), batchAge).unref();
  }

  #wakeUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wake?.();
    this.#wake = undefined;
  }
}

/** Reads a whole short stream, or returns null when it ends or is stopped before `length` bytes. */
export async function readWhole(
  source: Readable,
  length: number,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const inbox = new Inbox(source, { room: length, batchBytes: length, signal });
  const chunks: Buffer[] = [];
  try {
    while (!inbox.outcome) chunks.push(...(await inbox.take()));
    chunks.push(...(await inbox.take()));
  } finally {
    inbox.release();
  }
  const bytes = Buffer.concat(chunks);
  return bytes.length === length ? bytes : null;
}
