import { LimitedCalls } from '../core/limit-calls.ts';
import { SpeedMeter } from '../core/speed-meter.ts';
import { toFileProgress, type UploadEntry } from './entries.ts';
import type { UploadQueue } from './queue.ts';
import type { UploadOptions, UploadPhase } from './types.ts';

/** Milliseconds between reports: at most ten a second for the upload and for each file. */
const reportEvery = 100;

/** While bytes count as moving, reports follow at least this often, so that the speed falls when they stop. */
const beatEvery = 1000;

/** Counts progress and reports it promptly, but not too often. */
export class UploadReporter {
  readonly #options: UploadOptions;
  readonly #queue: () => UploadQueue;
  readonly #meter = new SpeedMeter();
  readonly #throttle = new LimitedCalls(() => this.#report(), reportEvery);
  readonly #fileReports = new Map<UploadEntry, number>();
  readonly #cancelled = new Set<UploadEntry>();
  #beat: ReturnType<typeof setTimeout> | undefined;
  #phase: UploadPhase = 'preparing';
  #retriesAfter: Error | null = null;
  #sent = 0;
  #total: number;
  resumed = 0;

  constructor(total: number, options: UploadOptions, queue: () => UploadQueue) {
    this.#total = total;
    this.#options = options;
    this.#queue = queue;
  }

  enter(phase: UploadPhase): void {
    this.#phase = phase;
    this.#throttle.flush();
  }

  /** A request about the whole upload is repeated or, with null, has succeeded. */
  retry(after: Error | null): void {
    this.#retriesAfter = after;
    this.#throttle.flush();
  }

  /** Counts bytes that were sent. */
  countSent(entry: UploadEntry, delta: number): void {
    this.#sent += delta;
    this.#meter.add(delta);
    this.#throttle.request();
    this.#reportBytes(entry);
  }

  /** Counts bytes sent by an earlier run, which do not count towards the speed. */
  countResumed(bytes: number): void {
    this.resumed += bytes;
    this.#meter.add(-bytes);
  }

  reportState(entry: UploadEntry): void {
    if (entry.state === 'cancelled') this.#forget(entry);
    else if (this.#cancelled.delete(entry)) this.#total += entry.source.size;
    this.#fileReports.delete(entry);
    this.#options.onFile?.(toFileProgress(entry));
    this.#throttle.request();
  }

  stop(): void {
    clearTimeout(this.#beat);
    this.#throttle.stop();
  }

  /** Stops counting a cancelled file. */
  #forget(entry: UploadEntry): void {
    this.#cancelled.add(entry);
    this.#total -= entry.source.size;
    this.#sent -= entry.sent;
    entry.sent = 0;
  }

  #reportBytes(entry: UploadEntry): void {
    if (!this.#options.onFile || entry.state !== 'uploading') return;
    const now = performance.now();
    const isComplete = entry.sent === entry.source.size;
    if (!isComplete && now - (this.#fileReports.get(entry) ?? Number.NEGATIVE_INFINITY) < reportEvery) return;
    this.#fileReports.set(entry, now);
    this.#options.onFile(toFileProgress(entry));
  }

  #report(): void {
    const queue = this.#queue();
    const bytesPerSecond = this.#phase === 'uploading' ? this.#meter.bytesPerSecond : 0;
    clearTimeout(this.#beat);
    if (bytesPerSecond > 0) this.#beat = setTimeout(() => this.#throttle.request(), beatEvery);
    this.#options.onProgress?.({
      phase: this.#phase,
      retriesAfter: this.#retriesAfter,
      files: {
        total: queue.entries.size - queue.count('cancelled'),
        finished: queue.count('finished'),
        failed: queue.count('failed'),
        retrying: queue.count('retrying'),
      },
      bytes: { total: this.#total, sent: this.#sent, resumed: this.resumed },
      bytesPerSecond,
      // While all files wait for the server, nobody knows.
      secondsLeft:
        bytesPerSecond > 0 && queue.count('uploading') > 0
          ? this.#meter.secondsFor(this.#total - this.#sent)
          : null,
    });
  }
}

/** Wraps callbacks so that their errors go to `onThrown` and do not interrupt the upload. */
export function guardCallbacks(options: UploadOptions, onThrown: (error: unknown) => void): UploadOptions {
  function guard<T>(callback: ((value: T) => void) | undefined): (value: T) => void {
    return (value) => {
      try {
        callback?.(value);
      } catch (error) {
        onThrown(error);
      }
    };
  }
  const { onProgress, onFile, onShare } = options;
  return { ...options, onProgress: guard(onProgress), onFile: guard(onFile), onShare: guard(onShare) };
}
