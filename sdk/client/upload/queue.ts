import { NetworkError } from '../core/transport.ts';
import { type Bundle, bundleName, type Digest, encodeBundle } from './bundle.ts';
import { toFileContent } from './content.ts';
import type { UploadDeps } from './deps.ts';
import type { UploadEntry } from './entry.ts';
import { judgeBundleFailure, judgeFailure } from './failure.ts';
import { type StateEvents, UploadStates } from './states.ts';
import { createTransfer, transferContent } from './transfer.ts';
import type { UploadTarget } from './tus-attempt.ts';
import type { FileSource, FileUploadState } from './types.ts';
import { WaitingFiles } from './waiting.ts';

export interface QueueEvents extends StateEvents {
  onUrl(entry: UploadEntry, url: string): void;
  /** An earlier run had sent so many bytes of a file already. */
  onResumed(bytes: number): void;
  /** An upload of several files is given up, the files are not. */
  onAbandoned(url: string): void;
}

/** Uploads files, a few at the same time, each until it is there, has failed or was cancelled. */
export class UploadQueue {
  readonly #states: UploadStates;
  readonly #deps: UploadDeps;
  readonly #parallel: number;
  readonly #events: QueueEvents;
  readonly #waiting: WaitingFiles;
  /** Numbers of the bundles on their way: a new one of the same number takes the place of one that broke off. */
  readonly #bundleNumbers = new Set<number>();
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
    this.#waiting = new WaitingFiles(options.bundles && deps.digest !== undefined);
    this.#events = options.events;
    this.#states = new UploadStates(sources, options.events);
  }

  get entries(): ReadonlyMap<string, UploadEntry> {
    return this.#states.entries;
  }

  count(state: FileUploadState): number {
    return this.#states.count(state);
  }

  /** Begins, with the files that are not finished. */
  start(target: UploadTarget): void {
    this.#target = target;
    this.#waiting.addAll([...this.entries.values()].filter(({ state }) => state === 'waiting'));
    this.#fill();
  }

  /** Resolves when no file is left to work on, nor failed unless `withFailed`, or when stopped. */
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

  /** Lets a file have its turn (again). */
  enqueue(entry: UploadEntry): void {
    this.#requeue(entry);
    this.#fill();
  }

  /** An earlier run has begun with this file: go on there. */
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
    const { digest } = this.#deps;
    while (target && this.#running < this.#parallel && !this.#isStopped) {
      const entries = this.#waiting.take(this.#parallel);
      const [entry] = entries;
      if (!entry) return;
      void this.#occupy(() =>
        entries.length > 1 && digest
          ? this.#uploadBundle(entries, { target, digest })
          : this.#uploadFile(entry, target),
      );
    }
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
        // Paused or cancelled meanwhile.
        this.#states.applyInterrupt(entry);
        return reason;
      },
      onRetry: (error) => this.#states.postpone(entry, error),
    });
    if (outcome.result === 'finished') this.#states.finish(entry);
    if (outcome.result === 'failed') this.#states.fail(entry, outcome);
  }

  /** Files that are not there in the end, and were not paused, cancelled or given up, have another turn. */
  async #uploadBundle(
    taken: readonly UploadEntry[],
    { target, digest }: { target: UploadTarget; digest: Digest },
  ): Promise<void> {
    const stop = new AbortController();
    const number = this.#takeBundleNumber();
    const entries = taken.filter((entry) => {
      // Whoever listens to the one before may have paused this one.
      if (entry.state !== 'waiting') return false;
      entry.stop = stop;
      this.#states.change(entry, 'uploading');
      return true;
    });
    const { bundle, left } = await encodeBundle(entries, {
      name: bundleName(number),
      digest,
      signal: stop.signal,
    });
    for (const entry of left) entry.isAlone = true;
    if (bundle && !isInterrupted(entries)) await this.#sendBundle(bundle, { target, stop });
    this.#bundleNumbers.delete(number);
    if (!this.#isStopped) this.#dissolve(entries, stop);
  }

  async #sendBundle(
    { members, content, spread }: Bundle,
    { target, stop }: { target: UploadTarget; stop: AbortController },
  ): Promise<void> {
    const transfer = createTransfer();
    const outcome = await transferContent(this.#deps, {
      target,
      content,
      transfer,
      signal: stop.signal,
      judge: judgeBundleFailure,
      onAttempt: () => {
        for (const entry of members) if (entry.state === 'retrying') this.#states.change(entry, 'uploading');
      },
      onSent: (bytes) => spread(bytes, (entry, sent) => this.#states.setSent(entry, sent)),
      onFailed: async (error) => {
        if (isInterrupted(members)) stop.abort();
        return error;
      },
      onRetry: (error) => {
        for (const entry of members) this.#states.postpone(entry, error);
        if (isInterrupted(members)) stop.abort();
      },
    });
    if (outcome.result === 'finished') {
      for (const entry of members) this.#states.finish(entry);
      return;
    }
    if (transfer.url !== undefined && !this.#isStopped) this.#events.onAbandoned(transfer.url);
    if (outcome.result === 'stopped') return;
    if (outcome.verdict === 'give-up-all') return this.#states.failAll(outcome.error);
    for (const entry of members) entry.isAlone = true;
  }

  #dissolve(entries: readonly UploadEntry[], stop: AbortController): void {
    for (const entry of entries) {
      // Paused, resumed and on its way again already.
      if (entry.stop !== stop) continue;
      this.#states.applyInterrupt(entry);
      if (entry.state === 'finished') continue;
      this.#states.setSent(entry, 0);
      if (entry.state === 'uploading' || entry.state === 'retrying') this.#requeue(entry);
    }
  }

  #takeBundleNumber(): number {
    let number = 0;
    while (this.#bundleNumbers.has(number)) number++;
    this.#bundleNumbers.add(number);
    return number;
  }
}

function isInterrupted(entries: readonly UploadEntry[]): boolean {
  return entries.some((entry) => entry.interruptAs);
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
