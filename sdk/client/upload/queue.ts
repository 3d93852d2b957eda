import { NetworkError } from '../core/transport.ts';
import { toFileContent } from './content.ts';
import type { UploadDeps } from './deps.ts';
import { type StateEvents, type UploadEntry, UploadStates } from './entries.ts';
import { judgeFailure } from './retry.ts';
import { BundleSender } from './send-bundle.ts';
import { transferContent } from './transfer.ts';
import type { UploadTarget } from './tus-attempt.ts';
import type { FileSource, FileUploadState } from './types.ts';
import { WaitingFiles } from './waiting-files.ts';

export interface QueueEvents extends StateEvents {
  onUrl(entry: UploadEntry, url: string): void;
  /** An earlier run had already sent this many bytes of a file. */
  onResumed(bytes: number): void;
  /** The upload of a bundle is given up, but its files are not. */
  onAbandoned(url: string): void;
}

/** Uploads files, a few at the same time, each until it is finished, failed or cancelled. */
export class UploadQueue {
  readonly #states: UploadStates;
  readonly #deps: UploadDeps;
  readonly #parallel: number;
  readonly #events: QueueEvents;
  readonly #waiting: WaitingFiles;
  readonly #bundles: BundleSender | null;
  #target: UploadTarget | null = null;
  #running = 0;
  #isStopped = false;

  constructor(
    deps: UploadDeps,
    sources: readonly FileSource[],
    options: { parallel: number; bundles: boolean; events: QueueEvents },
  ) {
    this.#deps = deps;
    this.#parallel = options.parallel;
    this.#events = options.events;
    this.#states = new UploadStates(sources, options.events);
    this.#bundles = options.bundles ? this.#createBundleSender() : null;
    this.#waiting = new WaitingFiles(this.#bundles !== null);
  }

  get entries(): ReadonlyMap<string, UploadEntry> {
    return this.#states.entries;
  }

  count(state: FileUploadState): number {
    return this.#states.count(state);
  }

  /** Starts uploading the files that are not finished. */
  start(target: UploadTarget): void {
    this.#target = target;
    this.#waiting.addAll([...this.entries.values()].filter(({ state }) => state === 'waiting'));
    this.#fill();
  }

  /** Resolves when no file is left to upload, or when stopped. Failed files count as left unless `withFailed`. */
  async settled(withFailed: boolean): Promise<void> {
    while (!this.#isStopped && !this.#isSettled(withFailed)) {
      await this.#states.changed();
    }
  }

  pause(entry: UploadEntry): void {
    if (entry.state === 'waiting') this.#states.change(entry, 'paused');
    else this.#states.interrupt(entry, 'paused');
  }

  resume(entry: UploadEntry): void {
    if (entry.interruptAs === 'paused') entry.interruptAs = null;
    if (entry.state === 'paused') this.enqueue(entry);
  }

  retry(entry: UploadEntry): void {
    if (entry.state === 'failed') this.enqueue(entry);
  }

  cancel(entry: UploadEntry): void {
    if (entry.state === 'uploading' || entry.state === 'retrying') this.#states.interrupt(entry, 'cancelled');
    else if (entry.state !== 'finished') this.#states.change(entry, 'cancelled');
  }

  /** Queues a file, also after an earlier attempt. */
  enqueue(entry: UploadEntry): void {
    this.#requeue(entry);
    this.#fill();
  }

  /** Makes a file continue the upload that an earlier run has begun. */
  continueAt(entry: UploadEntry, url: string): void {
    entry.url = url;
    entry.isResumed = true;
    entry.isAlone = true;
  }

  /** The server has this file already. */
  markFinished(entry: UploadEntry): void {
    this.#states.markFinished(entry);
  }

  /** Stops all work for good; nothing on the server changes. */
  stop(): void {
    this.#isStopped = true;
    for (const entry of this.entries.values()) entry.stop?.abort();
    this.#states.wake();
  }

  #isSettled(withFailed: boolean): boolean {
    return !this.#states.hasOpen() && this.#running === 0 && (withFailed || this.count('failed') === 0);
  }

  #requeue(entry: UploadEntry): void {
    entry.attempts = 0;
    entry.idle = 0;
    this.#states.change(entry, 'waiting');
    if (this.#target) this.#waiting.add(entry);
  }

  #fill(): void {
    const target = this.#target;
    while (target && this.#running < this.#parallel && !this.#isStopped) {
      const entries = this.#waiting.take(this.#parallel);
      if (entries.length === 0) return;
      void this.#occupy(() => this.#upload(entries, target));
    }
  }

  async #upload(entries: readonly UploadEntry[], target: UploadTarget): Promise<void> {
    if (this.#bundles && entries.length > 1) return this.#bundles.send(entries, target);
    for (const entry of entries) await this.#uploadFile(entry, target);
  }

  #createBundleSender(): BundleSender | null {
    const { digest } = this.#deps;
    if (!digest) return null;
    return new BundleSender(this.#deps, {
      digest,
      states: this.#states,
      isStopped: () => this.#isStopped,
      requeue: (entry) => this.#requeue(entry),
      onAbandoned: (url) => this.#events.onAbandoned(url),
    });
  }

  async #occupy(work: () => Promise<void>): Promise<void> {
    this.#running++;
    try {
      await work();
    } finally {
      this.#running--;
      this.#fill();
      this.#states.wake();
    }
  }

  async #uploadFile(entry: UploadEntry, target: UploadTarget): Promise<void> {
    const stop = new AbortController();
    entry.stop = stop;
    entry.isAlone = true;
    const outcome = await transferContent(this.#deps, {
      target,
      content: toFileContent(entry.source),
      transfer: entry,
      signal: stop.signal,
      judge: judgeFailure,
      onAttempt: () => this.#states.change(entry, 'uploading'),
      onSent: (bytes) => this.#states.setSent(entry, bytes),
      onUrl: (url) => {
        this.#events.onUrl(entry, url);
        this.#states.applyInterrupt(entry);
      },
      onResumed: (bytes) => this.#events.onResumed(bytes),
      onFailed: async (error) => {
        const reason = await explainFailure(entry, error);
        // The file may have been paused or cancelled during the attempt.
        this.#states.applyInterrupt(entry);
        return reason;
      },
      onRetry: (error) => this.#states.postpone(entry, error),
    });
    if (outcome.result === 'finished') this.#states.finish(entry);
    if (outcome.result === 'failed') this.#states.fail(entry, outcome);
  }
}

/** Finds the real reason of a failure: in browsers, a file that was deleted looks like a broken connection. */
async function explainFailure(entry: UploadEntry, error: Error): Promise<Error> {
  if (!(error instanceof NetworkError)) return error;
  try {
    await entry.source.check?.();
    return error;
  } catch (sourceError) {
    return sourceError instanceof Error ? sourceError : error;
  }
}
