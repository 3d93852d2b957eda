import type { Writable } from 'node:stream';
import { type ByteSource, ShortSourceError } from './byte-source.ts';

export interface SendOptions {
  source: ByteSource;
  start: number;
  /** Position after the last byte. */
  end: number;
  target: Writable;
  /** Cuts the transfer; the receiver sees a broken connection. */
  signal?: AbortSignal | undefined;
}

/** Milliseconds. A transfer that began before its files were due for deletion may finish within this time. */
export const longestTransfer = 86_400_000;

export interface SendResult {
  /** `cut`: the receiver disconnected, or `signal` fired. */
  outcome: 'complete' | 'cut';
  /** Bytes passed to the target. */
  sent: number;
}

/**
 * Bytes of one read and one write. A transfer has two such buffers, a small one has a single buffer of its own size.
 * Hundreds of slow receivers keep theirs for hours.
 */
export const bufferBytes = 128 * 1024;

/**
 * Fast receivers get larger buffers, which cost up to half of the processor time where calls into the system are slow.
 * Before that, they must have taken more than the system itself takes for a slow one.
 */
export const largestBuffer = 512 * 1024;
const provenBytes = 16 * 1024 * 1024;
/** Milliseconds of a write. */
const fastWrite = 5;
const slowWrite = 100;

/**
 * Sends the bytes `start` to `end` of a source and ends the target. While one buffer is being written the next is
 * filled, so memory per transfer is bounded and the receiver sets the pace. Bytes in memory are sent as they are.
 *
 * The source is always closed, at once when the receiver disconnects. When reading fails the target is destroyed, so
 * that a short answer never looks complete, and the error is thrown. A target that has not been written to is left
 * alone, for another answer.
 */
export async function sendBytes(options: SendOptions): Promise<SendResult> {
  const { source, target, signal } = options;
  const writer = new ChunkWriter(target, signal);
  try {
    await pump(options, writer);
    return { outcome: 'complete', sent: writer.sent };
  } catch (error) {
    if (writer.isCut) return { outcome: 'cut', sent: writer.sent };
    if (writer.hasStarted) target.destroy();
    throw error;
  } finally {
    writer.release();
    await source.close();
  }
}

async function pump({ source, start, end }: SendOptions, writer: ChunkWriter): Promise<void> {
  if (source.bytes) {
    const chunk = source.bytes.subarray(start, end);
    if (chunk.byteLength < end - start) throw new ShortSourceError(start + chunk.byteLength);
    return writer.end(chunk);
  }
  const isSmall = end - start <= bufferBytes;
  let size = bufferBytes;
  let filling = isSmall ? Buffer.allocUnsafe(end - start) : Buffer.allocUnsafeSlow(bufferBytes);
  let sending = isSmall ? filling : Buffer.allocUnsafeSlow(bufferBytes);
  let reading = startReading(source, filling, { start, end });
  for (let position = start; ; ) {
    const chunk = await reading;
    position += chunk.byteLength;
    if (position === end) return writer.end(chunk);
    [filling, sending] = [sending.byteLength === size ? sending : Buffer.allocUnsafeSlow(size), filling];
    reading = startReading(source, filling, { start: position, end });
    const writtenAt = performance.now();
    // Its buffer is filled again only after the write has called back.
    await writer.write(chunk);
    if (writer.sent >= provenBytes) size = nextSize(size, performance.now() - writtenAt);
  }
}

function nextSize(size: number, time: number): number {
  if (time > slowWrite) return Math.max(bufferBytes, size / 2);
  return time < fastWrite ? Math.min(largestBuffer, size * 2) : size;
}

/** Fills the buffer, or as much of it as is left. */
function startReading(
  source: ByteSource,
  buffer: Buffer,
  { start, end }: { start: number; end: number },
): Promise<Buffer> {
  const chunk = buffer.subarray(0, Math.min(buffer.byteLength, end - start));
  const reading = fill(source, chunk, start);
  // A failure is handled where the read is awaited, after the current write.
  reading.catch(() => undefined);
  return reading;
}

async function fill(source: ByteSource, chunk: Buffer, position: number): Promise<Buffer> {
  const count = chunk.byteLength === 0 ? 0 : await source.read(chunk, position);
  if (count < chunk.byteLength) throw new ShortSourceError(position + count);
  return chunk;
}

class CutError extends Error {}

/**
 * Writes one chunk at a time. A closed socket may never call back, so its `close` ends the wait. There is one listener
 * for the whole transfer, because a promise raced for every chunk would keep them all in memory.
 */
class ChunkWriter {
  sent = 0;
  hasStarted = false;
  isCut = false;
  readonly #target: Writable;
  readonly #signal: AbortSignal | undefined;
  #interrupt: (() => void) | undefined;

  constructor(target: Writable, signal: AbortSignal | undefined) {
    this.#target = target;
    this.#signal = signal;
    target.on('close', this.#handleCut);
    target.on('error', this.#handleCut);
    signal?.addEventListener('abort', this.#handleAbort);
    if (target.destroyed) this.#handleCut();
    if (signal?.aborted) this.#handleAbort();
  }

  write(chunk: Uint8Array): Promise<void> {
    return this.#hand(chunk, (done) => this.#target.write(chunk, done));
  }

  end(chunk: Uint8Array): Promise<void> {
    return this.#hand(chunk, (done) => this.#target.end(chunk, done));
  }

  /** The `error` listener stays: an error may follow the end of the transfer, and nothing else handles it. */
  release(): void {
    this.#target.off('close', this.#handleCut);
    this.#signal?.removeEventListener('abort', this.#handleAbort);
  }

  async #hand(chunk: Uint8Array, pass: (done: (error?: Error | null) => void) => void): Promise<void> {
    if (this.isCut) throw new CutError();
    this.hasStarted = true;
    await new Promise<void>((resolve, reject) => {
      this.#interrupt = () => reject(new CutError());
      pass((error) => {
        // The socket may close as soon as all bytes are sent.
        if (!error) this.#interrupt = undefined;
        if (error) this.#handleCut();
        else resolve();
      });
    });
    this.sent += chunk.byteLength;
  }

  readonly #handleAbort = (): void => {
    this.#target.destroy();
    this.#handleCut();
  };

  readonly #handleCut = (): void => {
    this.isCut = true;
    this.#interrupt?.();
  };
}
