import { AppError } from '../contract/errors.ts';
import { delay, jitter } from './backoff.ts';
import { NetworkError } from './transport.ts';
import { type AttemptOutcome, attemptUpload, type UploadTarget } from './tus-attempt.ts';
import { defaultTiming, type UploadDeps, type UploadTiming } from './upload-deps.ts';
import { createEntry, type UploadEntry } from './upload-entry.ts';
import { judgeFailure } from './upload-failure.ts';
import type { FileSource, FileUploadState } from './upload-types.ts';

export interface QueueEvents {
  onState(entry: UploadEntry): void;
  /** `delta` bytes more are on their way, or fewer when an attempt starts again. */
  onSent(entry: UploadEntry, delta: number): void;
  onUrl(entry: UploadEntry, url: string): void;
  /** An earlier run had sent so many bytes of a file already. */
  onResumed(bytes: number): void;
}

const openStates: ReadonlySet<FileUploadState> = new Set(['waiting', 'uploading', 'retrying', 'paused']);

/** Uploads files, a few at the same time, each until it is there, has failed or was cancelled. */
export class UploadQueue {
  readonly entries: ReadonlyMap<string, UploadEntry>;
  readonly #deps: UploadDeps;
  readonly #timing: UploadTiming;
  readonly #parallel: number;
  readonly #events: QueueEvents;
  readonly #ready: UploadEntry[] = [];
  readonly #counts = new Map<FileUploadState, number>();
  readonly #waiters = new Set<() => void>();
  /** Where in `#ready` the next file stands: shifting would move the rest of a long list each time. */
  #next = 0;
  #target: UploadTarget | null = null;
  #running = 0;
  #isStopped = false;

  constructor(
    deps: UploadDeps,
    sources: readonly FileSource[],
    options: { parallel: number; events: QueueEvents },
  ) {
    this.#deps = deps;
    this.#timing = deps.timing ?? defaultTiming;
    this.#parallel = options.parallel;
    this.#events = options.events;
    this.entries = new Map(sources.map((source) => [source.path, createEntry(source)]));
    this.#counts.set('waiting', this.entries.size);
  }

  count(state: FileUploadState): number {
    return this.#counts.get(state) ?? 0;
  }

  /** Begins, with the files that are not finished. */
  start(target: UploadTarget): void {
    this.#target = target;
    for (const entry of this.entries.values()) if (entry.state === 'waiting') this.#ready.push(entry);
    this.#fill();
  }

  /** Resolves when no file is left to work on, nor failed unless `withFailed`, or when stopped. */
  async settled(withFailed: boolean): Promise<void> {
    while (!this.#isStopped && !this.#isSettled(withFailed)) {
      await new Promise<void>((resolve) => this.#waiters.add(resolve));
    }
  }

  pause(entry: UploadEntry): void {
    if (entry.state === 'waiting') this.#change(entry, 'paused');
    else this.#interrupt(entry, 'paused');
  }

  resume(entry: UploadEntry): void {
    if (entry.interruptAs === 'paused') entry.interruptAs = null;
    if (entry.state === 'paused') this.enqueue(entry);
  }

  retry(entry: UploadEntry): void {
    if (entry.state === 'failed') this.enqueue(entry);
  }

  cancel(entry: UploadEntry): void {
    if (entry.state === 'uploading' || entry.state === 'retrying') this.#interrupt(entry, 'cancelled');
    else if (entry.state !== 'finished') this.#change(entry, 'cancelled');
  }

  /** Lets a file have its turn (again). */
  enqueue(entry: UploadEntry): void {
    entry.attempts = 0;
    entry.idle = 0;
    this.#change(entry, 'waiting');
    if (!this.#target) return;
    this.#ready.push(entry);
    this.#fill();
  }

  /** An earlier run has begun with this file: go on there. */
  continueAt(entry: UploadEntry, url: string): void {
    entry.url = url;
    entry.isResumed = true;
  }

  /** The server has this file already. */
  markFinished(entry: UploadEntry): void {
    this.#setSent(entry, entry.source.size);
    this.#change(entry, 'finished');
  }

  /** Stops all work for good; nothing on the server changes. */
  stop(): void {
    this.#isStopped = true;
    for (const entry of this.entries.values()) entry.stop?.abort();
    this.#wake();
  }

  #isSettled(withFailed: boolean): boolean {
    for (const state of openStates) if (this.count(state) > 0) return false;
    return this.#running === 0 && (withFailed || this.count('failed') === 0);
  }

  #fill(): void {
    while (this.#running < this.#parallel && !this.#isStopped) {
      const entry = this.#ready[this.#next];
      if (!entry) return;
      this.#next++;
      if (entry.state === 'waiting') void this.#work(entry);
    }
  }

  async #work(entry: UploadEntry): Promise<void> {
    this.#running++;
    try {
      await this.#uploadUntilSettled(entry);
    } finally {
      this.#running--;
      this.#fill();
      this.#wake();
    }
  }

  async #uploadUntilSettled(entry: UploadEntry): Promise<void> {
    const stop = new AbortController();
    entry.stop = stop;
    while (!stop.signal.aborted) {
      const startedAt = performance.now();
      entry.attempts++;
      this.#change(entry, 'uploading');
      const outcome = await this.#attempt(entry, stop.signal);
      if (outcome.result === 'finished') return this.#finish(entry);
      if (outcome.result === 'aborted') return;
      entry.idle += Math.min(performance.now() - startedAt, this.#timing.stallAfter);
      const error = await explainFailure(entry, outcome.error);
      // Paused or cancelled meanwhile.
      if (entry.interruptAs) this.#applyInterrupt(entry);
      if (stop.signal.aborted) return;
      const pause = this.#handleFailure(entry, error, outcome.pause);
      if (pause === null) return;
      entry.idle += pause;
      await delay(pause, stop.signal).catch(() => undefined);
    }
  }

  #attempt(entry: UploadEntry, signal: AbortSignal): Promise<AttemptOutcome> {
    const target = this.#target;
    if (!target) throw new Error('the queue has not been started');
    return attemptUpload(
      this.#deps,
      {
        target,
        source: entry.source,
        url: entry.url,
        signal,
        onSent: (bytes) => this.#setSent(entry, bytes),
        onUrl: (url) => this.#setUrl(entry, url),
        onAcknowledged: (offset) => this.#acknowledge(entry, offset),
      },
      this.#timing.stallAfter,
    );
  }

  #acknowledge(entry: UploadEntry, offset: number): void {
    if (entry.isResumed) this.#events.onResumed(offset);
    entry.isResumed = false;
    if (offset > entry.acknowledged) {
      entry.attempts = 1;
      entry.idle = 0;
    }
    entry.acknowledged = offset;
  }

  #finish(entry: UploadEntry): void {
    entry.interruptAs = null;
    entry.error = undefined;
    this.markFinished(entry);
  }

  /** Milliseconds until the next attempt, or null when there is none. `pause` is what the server asks for. */
  #handleFailure(entry: UploadEntry, error: Error, pause: number): number | null {
    entry.error = error;
    if (error instanceof AppError && error.code === 'upload_not_found') entry.url = undefined;
    const verdict = judgeFailure(entry, error, this.#timing);
    if (verdict === 'retry') {
      this.#change(entry, 'retrying');
      const longest = this.#timing.stallAfter;
      return Math.max(Math.min(pause, longest), jitter(entry.attempts - 1, this.#timing.backoff));
    }
    this.#change(entry, 'failed');
    if (verdict === 'give-up-all') this.#failAll(error);
    return null;
  }

  #failAll(error: Error): void {
    for (const entry of this.entries.values()) {
      if (!openStates.has(entry.state)) continue;
      entry.error = error;
      this.#change(entry, 'failed');
      entry.stop?.abort();
    }
  }

  #interrupt(entry: UploadEntry, state: 'paused' | 'cancelled'): void {
    if (entry.state !== 'uploading' && entry.state !== 'retrying') return;
    entry.interruptAs = state;
    if (entry.url !== undefined || entry.state === 'retrying') this.#applyInterrupt(entry);
  }

  #applyInterrupt(entry: UploadEntry): void {
    if (!entry.interruptAs) return;
    this.#change(entry, entry.interruptAs);
    entry.interruptAs = null;
    entry.stop?.abort();
  }

  #setUrl(entry: UploadEntry, url: string): void {
    if (entry.url === url) return;
    entry.url = url;
    entry.acknowledged = 0;
    entry.isResumed = false;
    this.#events.onUrl(entry, url);
    this.#applyInterrupt(entry);
  }

  #setSent(entry: UploadEntry, bytes: number): void {
    const delta = bytes - entry.sent;
    if (delta === 0) return;
    entry.sent = bytes;
    this.#events.onSent(entry, delta);
  }

  #change(entry: UploadEntry, state: FileUploadState): void {
    if (entry.state === state) return;
    this.#counts.set(entry.state, this.count(entry.state) - 1);
    this.#counts.set(state, this.count(state) + 1);
    entry.state = state;
    if (state === 'waiting') entry.error = undefined;
    this.#events.onState(entry);
    this.#wake();
  }

  #wake(): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const wake of waiters) wake();
  }
}

/** A file that vanished under a browser looks like a broken connection. */
async function explainFailure(entry: UploadEntry, error: Error): Promise<Error> {
  if (!(error instanceof NetworkError)) return error;
  try {
    await entry.source.check?.();
    return error;
  } catch (sourceError) {
    return sourceError instanceof Error ? sourceError : error;
  }
}
