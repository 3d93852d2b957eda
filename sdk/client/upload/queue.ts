import { toFileContent } from './content.ts';
import type { UploadDeps } from './deps.ts';
import { createPart, type StateEvents, type UploadEntry, UploadStates } from './entries.ts';
import { explainFailure } from './explain-failure.ts';
import { PartedFiles } from './parts/parted-files.ts';
import { areWhole, type ConnectionsPerFile } from './parts/plan.ts';
import { judgeFailure } from './retry.ts';
import { BundleSender } from './send-bundle.ts';
import { transferContent } from './transfer.ts';
import type { UploadTarget } from './tus-attempt.ts';
import type { FileSource, FileUploadState, JournalFile } from './types.ts';
import { WaitingFiles } from './waiting-files.ts';

export interface QueueEvents extends StateEvents {
  onUrl(entry: UploadEntry, url: string): void;
  /** A part of the file has an address, or another one. */
  onPartUrl(entry: UploadEntry): void;
  /** An earlier run had already sent this many bytes of a file. */
  onResumed(bytes: number): void;
  /** The upload of a bundle is given up, but its files are not. */
  onAbandoned(url: string): void;
}

export interface QueueOptions {
  /** Uploads at the same time. */
  parallel: number;
  bundles: boolean;
  connectionsPerFile: ConnectionsPerFile;
  events: QueueEvents;
}

/** Uploads files, a few at the same time, each until it is finished, failed or cancelled. */
export class UploadQueue {
  readonly #states: UploadStates;
  readonly #deps: UploadDeps;
  readonly #parallel: number;
  readonly #events: QueueEvents;
  readonly #waiting: WaitingFiles;
  readonly #bundles: BundleSender | null;
  readonly #parted: PartedFiles;
  #target: UploadTarget | null = null;
  #running = 0;
  #isStopped = false;

  constructor(deps: UploadDeps, sources: readonly FileSource[], options: QueueOptions) {
    this.#deps = deps;
    this.#parallel = options.parallel;
    this.#events = options.events;
    this.#states = new UploadStates(sources, options.events);
    this.#bundles = options.bundles ? this.#createBundleSender() : null;
    this.#waiting = new WaitingFiles(this.#bundles !== null);
    this.#parted = new PartedFiles(deps, {
      states: this.#states,
      wanted: options.connectionsPerFile,
      parallel: options.parallel,
      requeue: (entry) => this.#requeue(entry),
      onWaiting: () => this.#fill(),
      onUrl: (entry) => options.events.onPartUrl(entry),
      onResumed: (bytes) => options.events.onResumed(bytes),
    });
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
  continueAt(entry: UploadEntry, { url, parts = [] }: Pick<JournalFile, 'url' | 'parts'>): void {
    entry.url = url;
    entry.isResumed = url !== undefined;
    entry.isAlone = true;
    if (url !== undefined || !areWhole(parts, entry.source.size)) return;
    entry.parts = parts.map((part) => ({
      ...createPart(part),
      url: part.url,
      isResumed: part.url !== undefined,
    }));
  }

  /** The server has this file already. */
  markFinished(entry: UploadEntry): void {
    this.#states.markFinished(entry);
  }

  /** Stops all work for good; nothing on the server changes. */
  stop(): void {
    this.#isStopped = true;
    for (const entry of this.entries.values()) entry.stop?.abort();
    this.#parted.stop();
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
      const work = entries.length > 0 ? () => this.#upload(entries, target) : this.#parted.takeWaiting();
      if (!work) return;
      void this.#occupy(work);
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
      makesRoom: (error, target) => this.#parted.makesRoom(error, target),
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
    if (this.#parted.mayDivide(entry)) {
      this.#states.change(entry, 'uploading');
      await this.#parted.divide(entry);
      this.#states.applyInterrupt(entry);
    }
    if (stop.signal.aborted) return;
    if (entry.parts) return this.#parted.send(entry, target);
    const outcome = await transferContent(this.#deps, {
      target,
      content: toFileContent(entry.source),
      transfer: entry,
      signal: stop.signal,
      judge: (effort, error, policy) =>
        this.#parted.makesRoom(error, target) ? 'retry' : judgeFailure(effort, error, policy),
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
