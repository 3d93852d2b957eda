import { AppError } from '../../../contract/errors.ts';
import { toPartContent } from '../content.ts';
import type { UploadDeps } from '../deps.ts';
import { type FilePart, hasAddress, type UploadEntry, type UploadStates } from '../entries.ts';
import { explainFailure } from '../explain-failure.ts';
import { judgeFailure, type RetryFailure, retryAttempts, retryPolicyOf } from '../retry.ts';
import { transferContent } from '../transfer.ts';
import type { AttemptOutcome, UploadTarget } from '../tus-attempt.ts';
import { attemptJoin } from './concatenation.ts';

interface PartEvents {
  states: UploadStates;
  /** Parts wait for connections that have nothing else to send. */
  onWaiting(): void;
  /** A part has an address, or another one. */
  onUrl(entry: UploadEntry): void;
  /** An earlier run had already sent this many bytes. */
  onResumed(bytes: number): void;
}

/** The slowest server that is waited for, in bytes per millisecond: it copies the parts, or reads them again. */
const slowestJoin = 20_000;

type Outcome = { result: 'finished' } | RetryFailure | { result: 'refused' };

/**
 * Uploads one file in parts (tus concatenation). The connection of the file sends one part after the other; connections
 * that have nothing else to do send others at the same time.
 */
export class PartSender {
  readonly #deps: UploadDeps;
  readonly #entry: UploadEntry;
  readonly #target: UploadTarget;
  readonly #events: PartEvents;
  readonly #parts: readonly FilePart[];
  readonly #stop: AbortController;
  #waiting: FilePart[] = [];
  readonly #sending = new Set<Promise<void>>();
  #failure: Outcome | null = null;
  /** The last error that a part is retried after. */
  #retriesAfter: Error | null = null;
  #hasSent = false;

  constructor(
    deps: UploadDeps,
    { entry, target }: { entry: UploadEntry; target: UploadTarget },
    events: PartEvents,
  ) {
    this.#deps = deps;
    this.#entry = entry;
    this.#target = target;
    this.#events = events;
    this.#parts = entry.parts ?? [];
    this.#stop = entry.stop ?? new AbortController();
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0 && !this.#stop.signal.aborted;
  }

  /** `refused`: the share has no place for so many uploads, and the file must be sent as a whole. */
  async send(): Promise<Outcome> {
    const { giveUpAfter, stallAfter } = retryPolicyOf(this.#deps);
    const joining = this.#entry.source.size / slowestJoin;
    const outcome = await retryAttempts(this.#deps, {
      effort: this.#entry,
      signal: this.#stop.signal,
      attempt: () => this.#attempt(stallAfter + joining),
      judge: (effort, error, policy) =>
        judgeFailure(effort, error, { ...policy, giveUpAfter: giveUpAfter + joining }),
      onRetry: (error) => this.#events.states.postpone(this.#entry, error),
    });
    return this.#failure ?? outcome;
  }

  /** Gives up the parts, so that the file is sent as a whole; what is being joined is not given up. */
  refuse(): void {
    if (this.#entry.isJoining) return;
    this.#failure ??= { result: 'refused' };
    this.#waiting = [];
    this.#stopIfRefused();
  }

  /** Sends one of the parts that wait. */
  async sendNext(): Promise<void> {
    const part = this.#stop.signal.aborted ? undefined : this.#waiting.shift();
    if (!part) return;
    const sending = this.#sendPart(part);
    this.#sending.add(sending);
    await sending;
    this.#sending.delete(sending);
  }

  /** Sends what the server lacks of the parts, and has them joined. */
  async #attempt(stallAfter: number): Promise<AttemptOutcome> {
    const { states, onWaiting } = this.#events;
    const entry = this.#entry;
    states.change(entry, 'uploading');
    for (const part of this.#parts) Object.assign(part, { attempts: 0, idle: 0 });
    this.#waiting = [...this.#parts];
    this.#hasSent = false;
    onWaiting();
    while (this.hasWaiting) await this.sendNext();
    await Promise.all(this.#sending);
    if (this.#stop.signal.aborted) return { result: 'aborted' };
    if (this.#hasSent) Object.assign(entry, { attempts: 1, idle: 0 });
    entry.acknowledged = entry.source.size;
    entry.isJoining = true;
    const { signal } = this.#stop;
    const outcome = await attemptJoin(this.#deps, entry, { target: this.#target, signal, stallAfter });
    entry.isJoining = false;
    if (outcome.result === 'failed') states.applyInterrupt(entry);
    return outcome;
  }

  async #sendPart(part: FilePart): Promise<void> {
    const { states, onUrl, onResumed } = this.#events;
    const entry = this.#entry;
    const outcome = await transferContent(this.#deps, {
      target: this.#target,
      content: toPartContent(entry.source, part),
      transfer: part,
      signal: this.#stop.signal,
      judge: judgeFailure,
      onAttempt: () => {
        part.state = 'active';
        states.change(entry, 'uploading');
      },
      onSent: (bytes) => {
        this.#hasSent ||= bytes > part.sent;
        this.#setSent(part, bytes);
      },
      onUrl: () => {
        onUrl(entry);
        states.applyInterruptIfAddressed(entry);
        this.#stopIfRefused();
      },
      onResumed: (bytes) => onResumed(bytes),
      onFailed: async (error) => {
        const reason = await explainFailure(entry, error);
        part.state = 'retrying';
        states.applyInterruptIfAddressed(entry);
        this.#stopIfRefused();
        return reason;
      },
      onRetry: (error) => this.#postpone(part, error),
    });
    part.state = 'waiting';
    if (outcome.result === 'failed') this.#fail(part, outcome);
    if (outcome.result === 'finished' && this.#waiting.length === 0) this.#postponeFile();
  }

  #setSent(part: FilePart, bytes: number): void {
    part.sent = bytes;
    const sum = this.#parts.reduce((total, { sent }) => total + sent, 0);
    this.#events.states.setSent(this.#entry, sum);
  }

  #postpone(part: FilePart, error: Error): void {
    this.#setSent(part, part.acknowledged);
    this.#retriesAfter = error;
    this.#postponeFile();
  }

  /** The file waits if a part does, and nothing else of it is sent. */
  #postponeFile(): void {
    const entry = this.#entry;
    const has = (wanted: FilePart['state']) => this.#parts.some(({ state }) => state === wanted);
    if (!this.#retriesAfter || has('active') || !has('retrying') || entry.state !== 'uploading') return;
    entry.acknowledged = entry.sent;
    this.#events.states.postpone(entry, this.#retriesAfter);
  }

  /** One part that fails for good ends the others. */
  #fail(part: FilePart, failure: RetryFailure & { result: 'failed' }): void {
    const { error } = failure;
    const isRefused =
      part.url === undefined && error instanceof AppError && error.code === 'share_too_many_files';
    this.#failure ??= isRefused ? { result: 'refused' } : failure;
    this.#waiting = [];
    if (isRefused) this.#stopIfRefused();
    else this.#stop.abort();
  }

  /** A part that is being created takes a place in the share: it is discarded as soon as its address is known. */
  #stopIfRefused(): void {
    if (this.#failure?.result === 'refused' && hasAddress(this.#entry)) this.#stop.abort();
  }
}
