import { NetworkError, type Transport } from '../../core/transport.ts';
import type { NodeResponse } from '../undici-transport.ts';
import { BatchWriter } from './batch-writer.ts';
import type { Gap } from './gaps.ts';
import type { PartFile } from './part-file.ts';
import { ContentChangedError, type RangeAnswer, requestRange } from './range-request.ts';
import { type RetryPolicy, retryWhileAdvancing } from './retry-policy.ts';
import type { Slots } from './slots.ts';

export interface Receiving {
  transport: Transport<NodeResponse>;
  /** Path of the content on the server. */
  source: string;
  signal: AbortSignal;
  /** Called when the number of bytes has grown, or has shrunk because the content changed. */
  onReceived: () => void;
  /** Called before bytes are requested again. */
  onRetry: (cause: Error) => void;
  retryPolicy: RetryPolicy;
  /** The pool from which a large file takes further connections; without it, one connection is used. */
  slots?: Slots | undefined;
}

/** Files of at least this size are downloaded over several connections. */
const largeBytes = 64 * 1_048_576;
const maximumLanes = 4;
const maximumChanges = 2;

/**
 * Receives the missing bytes of a part, reconnecting as often as needed. A large rest uses several connections at the
 * same time if the server supports ranges and identifies their version.
 *
 * @throws AppError what the server refused
 * @throws NetworkError when the server was not reached for too long
 */
export async function receive(part: PartFile, receiving: Receiving): Promise<void> {
  if (part.size === 0 && part.etag === null) await part.begin(null);
  for (let changes = 0; part.received < part.size; ) {
    const isLarge = receiving.slots !== undefined && part.size - part.received >= largeBytes;
    // A server that once did not answer with the requested range is asked for everything.
    const run = new Receiver(part, receiving, isLarge && changes === 0);
    try {
      await run.run();
    } catch (error) {
      if (!(error instanceof ContentChangedError) || ++changes > maximumChanges) throw error;
      await part.begin(null);
    } finally {
      part.gaps.release();
    }
  }
}

class Receiver {
  readonly #part: PartFile;
  readonly #receiving: Receiving;
  readonly #isLarge: boolean;
  /** Stops all connections after one has failed. */
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  #isScattered = false;

  constructor(part: PartFile, receiving: Receiving, isLarge: boolean) {
    this.#part = part;
    this.#receiving = receiving;
    this.#isLarge = isLarge;
    this.#signal = AbortSignal.any([receiving.signal, this.#stop.signal]);
  }

  async run(): Promise<void> {
    const gap = this.#take();
    if (!gap) return;
    const answer = await this.#retry(() => this.#request(gap), gap);
    if (answer.status === 206 && this.#isLarge && this.#part.etag) {
      await this.#part.scatter();
      this.#isScattered = true;
    }
    const lanes = [this.#runLane({ gap: answer.gap, answer })];
    if (this.#isScattered) lanes.push(this.#runOtherLanes());
    const results = await Promise.allSettled(lanes);
    this.#receiving.signal.throwIfAborted();
    if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** Starts further connections as slots become free, as long as there is something left to fetch. */
  async #runOtherLanes(): Promise<void> {
    const { slots } = this.#receiving;
    const enough = new AbortController();
    const waiting = AbortSignal.any([this.#signal, enough.signal]);
    const lane = async () => {
      if (!(await slots?.acquire(waiting))) return;
      try {
        await this.#runLane();
        enough.abort();
      } finally {
        slots?.release();
      }
    };
    this.#onNothingLeft = () => enough.abort();
    await Promise.all(Array.from({ length: maximumLanes - 1 }, lane));
  }

  #onNothingLeft = (): void => {};

  async #runLane(first?: { gap: Gap; answer: RangeAnswer }): Promise<void> {
    try {
      if (first) await this.#fill(first.gap, first.answer);
      for (let gap = this.#take(); gap; gap = this.#take()) await this.#fill(gap);
      this.#onNothingLeft();
    } catch (error) {
      this.#stop.abort(error);
      throw error;
    }
  }

  #take(): Gap | null {
    const { gaps } = this.#part;
    return this.#isLarge ? gaps.takeRange(maximumLanes) : gaps.takeWhole();
  }

  /** Fills one gap, in as many attempts as needed. */
  async #fill(first: Gap, answered?: RangeAnswer): Promise<void> {
    let gap = first;
    let answer = answered;
    await this.#retry(
      async () => {
        const { response, gap: current } = answer ?? (await this.#request(gap));
        answer = undefined;
        gap = current;
        await this.#copy(response, gap);
      },
      () => gap,
    );
  }

  #retry<T>(work: () => Promise<T>, gap: Gap | (() => Gap)): Promise<T> {
    const position = () => (typeof gap === 'function' ? gap() : gap).start;
    return retryWhileAdvancing(work, {
      retryPolicy: this.#receiving.retryPolicy,
      signal: this.#signal,
      position,
      onRetry: this.#receiving.onRetry,
    });
  }

  async #request(gap: Gap): Promise<RangeAnswer> {
    const { transport, source } = this.#receiving;
    const answer = await requestRange({
      transport,
      source,
      signal: this.#signal,
      part: this.#part,
      gap,
      isRanged: this.#isLarge,
      mayRestart: !this.#isScattered,
    });
    this.#receiving.onReceived();
    return answer;
  }

  async #copy(response: NodeResponse, gap: Gap): Promise<void> {
    const writer = new BatchWriter(async (chunks) => {
      await this.#part.write(gap, chunks);
      this.#receiving.onReceived();
    });
    let left = gap.end - gap.start;
    try {
      for await (const chunk of response.chunks()) {
        left -= chunk.byteLength;
        if (left < 0) throw new NetworkError('The server sent more than it announced.');
        if (writer.add(chunk)) await writer.flush();
      }
    } finally {
      await writer.end();
    }
    if (left > 0) throw new NetworkError('The connection broke.');
  }
}
