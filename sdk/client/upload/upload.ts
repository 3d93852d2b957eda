import { AppError } from '../../contract/errors.ts';
import type { OwnerShare } from '../../contract/shares.ts';
import { toRateLimit } from '../core/rate-limit.ts';
import { CancelledFiles } from './cancelled-files.ts';
import type { UploadDeps } from './deps.ts';
import { assertPaths, chooseDraft, publishDraft, readChunkSize } from './draft.ts';
import type { Draft, DraftStrategy, ResumedDraft } from './draft-strategy.ts';
import { addressesOf, type UploadEntry } from './entries.ts';
import { JournalWriter } from './journal-writer.ts';
import { assertConnections } from './parts/plan.ts';
import { guardCallbacks, UploadReporter } from './progress.ts';
import { UploadQueue } from './queue.ts';
import { createRetriedCall, type RetriedCall, retryIncomplete, unlessAborted } from './retry.ts';
import { replaceLeftBundles } from './send-bundle.ts';
import type { UploadTarget } from './tus-attempt.ts';
import {
  type FileSource,
  type JournalFile,
  type JournalState,
  UploadFailedError,
  type UploadFailure,
  type UploadOptions,
  type UploadResult,
  type UploadTask,
} from './types.ts';

const defaultParallel = 4;
/** Maximum number of times that files the server reports as missing are uploaded again. */
const maxRounds = 4;

/** Starts an upload; see `FileshareClient.startUpload`. */
export function runUpload(
  deps: UploadDeps,
  sources: readonly FileSource[],
  options: UploadOptions,
): UploadTask {
  const run = new UploadRun({ ...deps, rateLimit: toRateLimit(options.limitRate) }, sources, options);
  // Starts one microtask later, because callbacks may use the task, which the caller does not have yet.
  const finished = Promise.resolve().then(() => run.run());
  // A caller that only listens to events must not be told of an unhandled rejection.
  finished.catch(() => undefined);
  return {
    finished,
    pause: (path) => run.forEach(path, (entry) => run.queue.pause(entry)),
    resume: (path) => run.forEach(path, (entry) => run.queue.resume(entry)),
    retry: (path) => run.forEach(path, (entry) => run.queue.retry(entry)),
    cancel: (path) => (path === undefined ? run.cancel() : run.cancelFile(path)),
  };
}

/** Discards what an earlier run left; see `FileshareClient.discardUpload`. */
export async function discardLeft(deps: UploadDeps, left: JournalState): Promise<void> {
  const { share, isAppended = false } = left;
  const options = isAppended ? { into: share.id } : {};
  const call: RetriedCall = (request) => request(new AbortController().signal);
  const strategy = chooseDraft(deps, [], { options, call });
  const urls = [...left.files.values()].flatMap((file) => (file.finished ? [] : addressesOf(file)));
  await strategy.discard({ ...left, isAppended }, urls);
}

class UploadRun {
  readonly queue: UploadQueue;
  readonly #deps: UploadDeps;
  readonly #sources: readonly FileSource[];
  readonly #options: UploadOptions;
  readonly #call: RetriedCall;
  readonly #strategy: DraftStrategy;
  readonly #progress: UploadReporter;
  readonly #journal: JournalWriter;
  readonly #cancelled: CancelledFiles;
  /** Ends the upload. */
  readonly #stop = new AbortController();
  /** Aborts the creation of the draft, too: a cancellation waits for its answer, so that the draft can be discarded. */
  readonly #halt = new AbortController();
  #draft: Draft | null = null;
  #opening: Promise<Draft | null> | null = null;
  #target: UploadTarget | null = null;

  constructor(deps: UploadDeps, sources: readonly FileSource[], options: UploadOptions) {
    this.#deps = deps;
    this.#sources = sources;
    this.#options = guardCallbacks(options, (error) => this.#abort(error));
    const { signal } = this.#stop;
    const onRetry = (error: Error | null) => this.#progress.retry(error);
    this.#call = createRetriedCall(deps, { signal, onRetry });
    const openCall = createRetriedCall(deps, { signal, requestSignal: this.#halt.signal, onRetry });
    this.#strategy = chooseDraft(deps, sources, { options, call: this.#call, openCall });
    this.#cancelled = new CancelledFiles(deps, {
      strategy: this.#strategy,
      call: this.#call,
      signal,
      onKept: (entry) => this.queue.markFinished(entry),
    });
    this.#journal = new JournalWriter(options.journal, deps.onWarning);
    const { parallel = defaultParallel, connectionsPerFile = 'auto' } = options;
    assertConnections(connectionsPerFile);
    this.queue = new UploadQueue(deps, sources, {
      parallel: deps.rateLimit?.transfers(parallel) ?? parallel,
      bundles: options.bundles ?? true,
      connectionsPerFile,
      events: {
        onState: (entry) => this.#handleState(entry),
        onSent: (entry, delta) => this.#progress.countSent(entry, delta),
        onUrl: (entry, url) => this.#journal.recordUpload(entry, url),
        onPartUrl: (entry) => this.#journal.recordParts(entry),
        onResumed: (bytes) => this.#progress.countResumed(bytes),
        onAbandoned: (url) => this.#cancelled.terminate(url),
      },
    });
    const bytes = sources.reduce((sum, source) => sum + source.size, 0);
    this.#progress = new UploadReporter(bytes, this.#options, () => this.queue);
  }

  async run(): Promise<UploadResult> {
    const { signal } = this.#options;
    const abort = () => this.#abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    this.#stop.signal.addEventListener('abort', () => this.queue.stop(), { once: true });
    try {
      return await this.#upload();
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#progress.stop();
      await this.#journal.flushed();
    }
  }

  forEach(path: string | undefined, action: (entry: UploadEntry) => void): void {
    if (path === undefined) {
      for (const entry of this.queue.entries.values()) action(entry);
      return;
    }
    const entry = this.queue.entries.get(path);
    if (entry) action(entry);
  }

  async cancelFile(path: string): Promise<void> {
    const entry = this.queue.entries.get(path);
    if (!entry) return;
    this.queue.cancel(entry);
    await this.#cancelled.attempted();
  }

  async cancel(): Promise<void> {
    this.#stop.abort(new DOMException('The upload was cancelled.', 'AbortError'));
    const draft = this.#draft ?? (await this.#opening);
    if (draft) await this.#strategy.discard(draft, this.#unfinishedUrls());
    await this.#journal.clear();
  }

  #abort(reason: unknown): void {
    this.#halt.abort(reason);
    this.#stop.abort(reason);
  }

  #unfinishedUrls(): string[] {
    return [...this.queue.entries.values()].flatMap((entry) =>
      entry.state === 'finished' || entry.state === 'cancelled' ? [] : addressesOf(entry),
    );
  }

  async #upload(): Promise<UploadResult> {
    this.#progress.enter('preparing');
    assertPaths(this.#sources);
    const { signal } = this.#stop;
    signal.throwIfAborted();
    const chunkSize = await readChunkSize(this.#deps, signal);
    const draft = await this.#prepare();
    if (!isPublished(draft)) {
      this.#target = { shareId: draft.share.id, uploadToken: draft.uploadToken, chunkSize };
      this.queue.start(this.#target);
      await this.#uploadAll(draft);
    }
    const share = await this.#publish(draft);
    await this.#journal.clear();
    this.#progress.enter('done');
    return this.#result(draft, share);
  }

  async #uploadAll(draft: Draft): Promise<void> {
    const { signal } = this.#stop;
    this.#progress.enter('uploading');
    await this.queue.settled(this.#options.onFailure !== 'wait');
    signal.throwIfAborted();
    await this.#cancelled.settled();
    signal.throwIfAborted();
    await this.#assertUploaded(draft);
  }

  /**
   * Publishes the draft. Files that the server reports as missing are uploaded again; or it has not noticed yet that
   * one of our requests was interrupted.
   */
  async #publish(draft: Draft): Promise<OwnerShare> {
    const publish = () => {
      this.#progress.enter('publishing');
      return publishDraft(this.#deps, draft, this.#call);
    };
    const repair = async () => {
      this.#terminateCancelled();
      if (!(await this.#enqueueMissing(draft))) await this.#replaceLeftBundles();
      await this.#uploadAll(draft);
    };
    return retryIncomplete(this.#deps, publish, { limit: maxRounds, signal: this.#stop.signal, repair });
  }

  /** Queues files that the server lacks. False if it has all finished files. */
  async #enqueueMissing(draft: Draft): Promise<boolean> {
    const present = await this.#strategy.listFinished(draft);
    const paths = new Set(present.map((file) => file.path));
    const missing = [...this.queue.entries.values()].filter(
      (entry) => entry.state === 'finished' && !paths.has(entry.source.path),
    );
    for (const entry of missing) this.queue.enqueue(entry);
    return missing.length > 0;
  }

  async #replaceLeftBundles(): Promise<void> {
    const options = { entries: this.queue.entries.values(), signal: this.#stop.signal };
    if (this.#target) await replaceLeftBundles(this.#deps, this.#target, options);
  }

  /** Tells the server about cancelled files, because it may not know of one that was cancelled while offline. */
  #terminateCancelled(): void {
    for (const entry of this.queue.entries.values()) {
      if (entry.state === 'cancelled') this.#cancelled.discard(entry);
    }
  }

  async #prepare(): Promise<Draft | ResumedDraft> {
    const state = await this.#journal.load();
    const opening = this.#open(state);
    this.#opening = opening.catch(() => null);
    const draft = await unlessAborted(opening, this.#stop.signal);
    this.#draft = draft;
    this.#cancelled.begin(draft);
    // Each addition of files returns a new token, and the previous one becomes invalid.
    if (draft.uploadToken !== state?.uploadToken) await this.#journal.begin(draft);
    if ('finished' in draft) this.#takeOver(draft);
    this.#options.onShare?.(draft.share);
    return draft;
  }

  /** Resumes the draft of an earlier run with the files that have arrived, or creates a new one. */
  async #open(left: JournalState | null): Promise<Draft | ResumedDraft> {
    const resumed = left && (await this.#strategy.resume(left));
    if (resumed) return resumed;
    // Nothing is left of a draft that was to be continued.
    if (this.#options.continueDraft) await this.#journal.clear();
    return this.#journal.create((prepare) => this.#strategy.open(prepare));
  }

  #takeOver({ finished, unfinished, orphans }: ResumedDraft): void {
    for (const url of orphans) this.#cancelled.terminate(url);
    for (const entry of this.queue.entries.values()) {
      const noted = unfinished.get(entry.source.path);
      if (noted) this.#continue(entry, noted);
      if (!finished.has(entry.source.path)) continue;
      this.queue.markFinished(entry);
      this.#progress.countResumed(entry.source.size);
    }
  }

  #continue(entry: UploadEntry, noted: JournalFile): void {
    this.queue.continueAt(entry, noted);
    if (entry.url !== undefined) this.#journal.recordUpload(entry, entry.url);
    else if (entry.parts) this.#journal.recordParts(entry);
    else for (const url of addressesOf(noted)) this.#cancelled.terminate(url);
  }

  async #assertUploaded(draft: Draft): Promise<void> {
    const failures: UploadFailure[] = [];
    for (const { state, source, error } of this.queue.entries.values()) {
      if (state === 'failed') failures.push({ path: source.path, error: error ?? new AppError('internal') });
    }
    if (failures.length > 0) throw new UploadFailedError(failures, draft.share);
    if (this.queue.count('finished') > 0 || this.#sources.length === 0) return;
    await this.cancel();
    this.#stop.signal.throwIfAborted();
  }

  #result({ uploadToken, isAppended }: Draft, share: OwnerShare): UploadResult {
    const { resumed } = this.#progress;
    if (!isAppended) return { share, uploadToken, files: share.fileCount, bytes: share.size, resumed };
    const finished = [...this.queue.entries.values()].filter(({ state }) => state === 'finished');
    const bytes = finished.reduce((sum, { source }) => sum + source.size, 0);
    return { share, uploadToken, files: finished.length, bytes, resumed };
  }

  #handleState(entry: UploadEntry): void {
    if (entry.state === 'finished') this.#journal.recordFinished(entry);
    if (entry.state === 'cancelled') this.#cancelled.discard(entry);
    this.#progress.reportState(entry);
  }
}

function isPublished(draft: Draft | ResumedDraft): boolean {
  return 'isPublished' in draft && draft.isPublished;
}
