import { NetworkError } from './transport.ts';
import type { UploadTarget } from './tus-attempt.ts';
import { type Bundle, bundleName, type Digest, packBundle } from './upload-bundle.ts';
import { toFileContent } from './upload-content.ts';
import type { UploadDeps } from './upload-deps.ts';
import { createEntry, type UploadEntry } from './upload-entry.ts';
import { isBundleUnknown, judgeBundleFailure, judgeFailure } from './upload-failure.ts';
import { createTransfer, transferContent } from './upload-transfer.ts';
import type { FileSource, FileUploadState } from './upload-types.ts';
import { WaitingFiles } from './upload-waiting.ts';

export interface QueueEvents {
  onState(entry: UploadEntry): void;
  /** `delta` bytes more are on their way, or fewer when an attempt starts again. */
  onSent(entry: UploadEntry, delta: number): void;
  onUrl(entry: UploadEntry, url: string): void;
  /** An earlier run had sent so many bytes of a file already. */
  onResumed(bytes: number): void;
  /** An upload of several files is given up, the files are not. */
  onAbandoned(url: string): void;
}

const openStates: ReadonlySet<FileUploadState> = new Set(['waiting', 'uploading', 'retrying', 'paused']);

/** Uploads files, a few at the same time, each until it is there, has failed or was cancelled. */
export class UploadQueue {
  readonly entries: ReadonlyMap<string, UploadEntry>;
  readonly #deps: UploadDeps;
  readonly #parallel: number;
  readonly #events: QueueEvents;
  readonly #waiting: WaitingFiles;
  /** Numbers of the bundles on their way: a new one of the same number takes the place of one that broke off. */
  readonly #bundleNumbers = new Set<number>();
  readonly #counts = new Map<FileUploadState, number>();
  readonly #waiters = new Set<() => void>();
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
    this.entries = new Map(sources.map((source) => [source.path, createEntry(source)]));
    this.#counts.set('waiting', this.entries.size);
  }

  count(state: FileUploadState): number {
    return this.#counts.get(state) ?? 0;
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

  #requeue(entry: UploadEntry): void {
    entry.attempts = 0;
    entry.idle = 0;
    this.#change(entry, 'waiting');
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
      this.#wake();
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
      onAttempt: () => this.#change(entry, 'uploading'),
      onSent: (bytes) => this.#setSent(entry, bytes),
      onUrl: (url) => {
        this.#events.onUrl(entry, url);
        this.#applyInterrupt(entry);
      },
      onResumed: (bytes) => this.#events.onResumed(bytes),
      onFailed: async (error) => {
        const reason = await explainFailure(entry, error);
        // Paused or cancelled meanwhile.
        this.#applyInterrupt(entry);
        return reason;
      },
      onRetry: (error) => this.#postpone(entry, error),
    });
    if (outcome.result === 'finished') this.#finish(entry);
    if (outcome.result === 'failed') this.#fail(entry, outcome);
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
      this.#change(entry, 'uploading');
      return true;
    });
    const { bundle, left } = await packBundle(entries, {
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
        for (const entry of members) if (entry.state === 'retrying') this.#change(entry, 'uploading');
      },
      onSent: (bytes) => spread(bytes, (entry, sent) => this.#setSent(entry, sent)),
      onFailed: async (error) => {
        if (isInterrupted(members)) stop.abort();
        return error;
      },
      onRetry: (error) => {
        for (const entry of members) this.#postpone(entry, error);
        if (isInterrupted(members)) stop.abort();
      },
    });
    if (outcome.result === 'finished') {
      for (const entry of members) this.#finish(entry);
      return;
    }
    if (transfer.url !== undefined && !this.#isStopped) this.#events.onAbandoned(transfer.url);
    if (outcome.result === 'stopped') return;
    if (outcome.verdict === 'give-up-all') return this.#failAll(outcome.error);
    if (isBundleUnknown(outcome.error)) this.#waiting.usesBundles = false;
    for (const entry of members) entry.isAlone = true;
  }

  #dissolve(entries: readonly UploadEntry[], stop: AbortController): void {
    for (const entry of entries) {
      // Paused, resumed and on its way again already.
      if (entry.stop !== stop) continue;
      this.#applyInterrupt(entry);
      if (entry.state === 'finished') continue;
      this.#setSent(entry, 0);
      if (entry.state === 'uploading' || entry.state === 'retrying') this.#requeue(entry);
    }
  }

  #takeBundleNumber(): number {
    let number = 0;
    while (this.#bundleNumbers.has(number)) number++;
    this.#bundleNumbers.add(number);
    return number;
  }

  #postpone(entry: UploadEntry, error: Error): void {
    entry.error = error;
    this.#change(entry, 'retrying');
  }

  #fail(entry: UploadEntry, { error, verdict }: { error: Error; verdict: 'give-up' | 'give-up-all' }): void {
    entry.error = error;
    this.#change(entry, 'failed');
    if (verdict === 'give-up-all') this.#failAll(error);
  }

  #finish(entry: UploadEntry): void {
    entry.interruptAs = null;
    entry.error = undefined;
    this.markFinished(entry);
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
