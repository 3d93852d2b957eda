import { delay } from './backoff.ts';
import type { Transport, TransportResponse } from './transport.ts';

/** Servers end transfers that hardly move, so each transfer gets at least this many bytes per second. */
export const slowestTransfer = 4000;

/** Bytes that pass at once, as a part of a second: the transfer is smooth, and each step moves before a timeout. */
const step = 1 / 8;
const stepBytes = { min: 512, max: 65_536 };

/** Limits the bytes per second of all transfers that share it: a token bucket, which serves them in turn. */
export class RateLimit {
  /** Content is moved in pieces of at most this size. */
  readonly pieceBytes: number;
  readonly bytesPerSecond: number;
  /** When the bytes taken so far have passed, by `performance.now()`. */
  #freeAt = 0;

  /** @throws RangeError when the rate is too low */
  constructor(bytesPerSecond: number) {
    if (!(bytesPerSecond >= slowestTransfer)) {
      throw new RangeError(`\`limitRate\` must be at least ${slowestTransfer} bytes per second`);
    }
    this.bytesPerSecond = bytesPerSecond;
    this.pieceBytes = Math.min(stepBytes.max, Math.max(stepBytes.min, Math.ceil(bytesPerSecond * step)));
  }

  /** Returns how many of these transfers can run at the same time. */
  transfers(wanted: number): number {
    return Math.min(wanted, Math.floor(this.bytesPerSecond / slowestTransfer));
  }

  /**
   * Resolves when these bytes may pass.
   *
   * @throws the reason of the signal when it is aborted
   */
  async take(bytes: number, signal?: AbortSignal): Promise<void> {
    const now = performance.now();
    const startAt = Math.max(now, this.#freeAt);
    this.#freeAt = startAt + (bytes / this.bytesPerSecond) * 1000;
    if (startAt > now) await delay(startAt - now, signal);
  }

  /** Yields the same bytes in pieces, each as soon as it may pass. */
  async *pace(
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.byteLength; start += this.pieceBytes) {
        const piece = chunk.subarray(start, start + this.pieceBytes);
        await this.take(piece.byteLength, signal);
        yield piece;
      }
    }
  }
}

/** Returns a limit, or undefined if there is none. */
export function toRateLimit(bytesPerSecond: number | undefined): RateLimit | undefined {
  return bytesPerSecond === undefined ? undefined : new RateLimit(bytesPerSecond);
}

/** A response whose content can be read as it arrives. */
interface StreamedResponse extends TransportResponse {
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
}

/** Limits how fast the contents of responses are read; the connection slows the server down. */
export function limitingRate<R extends StreamedResponse>(
  transport: Transport<R>,
  limit: RateLimit | undefined,
): Transport<R> {
  if (!limit) return transport;
  return {
    async send(request) {
      const response = await transport.send(request);
      return { ...response, chunks: () => limit.pace(response.chunks(), request.signal) };
    },
  };
}
