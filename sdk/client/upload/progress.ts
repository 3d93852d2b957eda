import { LimitedCalls } from '../core/limit-calls.ts';
import { SpeedMeter } from '../core/speed-meter.ts';
import { toFileProgress, type UploadEntry } from './entries.ts';
import type { UploadQueue } from './queue.ts';
import type { UploadOptions, UploadPhase } from './types.ts';

/** At most ten reports a second, of the whole and of each file. */
const reportEvery = 100;

/** Counts what happens and reports it, neither too often nor too late. */
export class UploadReporter {
  readonly #options: UploadOptions;
  readonly #queue: () => UploadQueue;
  readonly #meter = new SpeedMeter();
  readonly #throttle = new LimitedCalls(() => this.#report(), reportEvery);
  readonly #fileReports = new Map<UploadEntry, number>();
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

  /** A request about the whole is made again, or, with null, was answered. */
  retry(after: Error | null): void {
    this.#retriesAfter = after;
    this.#throttle.flush();
  }

  /** Bytes went out. */
  countSent(entry: UploadEntry, delta: number): void {
    this.#sent += delta;
    this.#meter.add(delta);
    this.#throttle.request();
    this.#reportBytes(entry);
  }

  /** An earlier run had sent them: they are no sign of speed. */
  countResumed(bytes: number): void {
    this.resumed += bytes;
    this.#meter.add(-bytes);
  }

  reportState(entry: UploadEntry): void {
    if (entry.state === 'cancelled') this.#forget(entry);
    this.#fileReports.delete(entry);
    this.#options.onFile?.(toFileProgress(entry));
    this.#throttle.request();
  }

  stop(): void {
    this.#throttle.stop();
  }

  /** A cancelled file counts no longer. */
  #forget(entry: UploadEntry): void {
    this.#total -= entry.source.size;
    this.#sent -= entry.sent;
    entry.sent = 0;
  }

  #reportBytes(entry: UploadEntry): void {
    if (!this.#options.onFile || entry.state !== 'uploading') return;
    const now = performance.now();
    if (now - (this.#fileReports.get(entry) ?? Number.NEGATIVE_INFINITY) < reportEvery) return;
    this.#fileReports.set(entry, now);
    this.#options.onFile(toFileProgress(entry));
  }

  #report(): void {
    const queue = this.#queue();
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
      bytesPerSecond: this.#phase === 'uploading' ? this.#meter.bytesPerSecond : 0,
      secondsLeft: this.#phase === 'uploading' ? this.#meter.secondsFor(this.#total - this.#sent) : null,
    });
  }
}

/** Makes callbacks that hand what they throw to `onThrown`: it must not leave an upload half done. */
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
