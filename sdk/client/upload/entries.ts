import type { Effort } from './retry.ts';
import type { FileProgress, FileSource, FileUploadState } from './types.ts';

/** A tus upload, and the number of its bytes on the server. */
export interface Transfer extends Effort {
  /** Address of the upload, once it is known. */
  url: string | undefined;
  /** Bytes the server said it has. */
  acknowledged: number;
  /** The address is from an earlier run, and the server has not said yet how much of it is there. */
  isResumed: boolean;
}

export function createTransfer(): Transfer {
  return { url: undefined, acknowledged: 0, isResumed: false, attempts: 0, idle: 0 };
}

/** The bytes of a file from `start` up to, not including, `end`. */
export interface PartRange {
  start: number;
  end: number;
}

/** A part of a file, which is uploaded over a connection of its own. */
export interface FilePart extends Transfer, PartRange {
  /** Bytes on the server or on their way. */
  sent: number;
  /** `active`: bytes are sent. */
  state: 'waiting' | 'active' | 'retrying';
}

export function createPart({ start, end }: PartRange): FilePart {
  return { ...createTransfer(), start, end, sent: 0, state: 'waiting' };
}

/** One file of an upload, and its state. */
export interface UploadEntry extends Transfer {
  readonly source: FileSource;
  /** The parts that it is sent in; then it has no address of its own. */
  parts: readonly FilePart[] | null;
  /** The server is making a file of the parts. */
  isJoining: boolean;
  /** Must not be sent in parts, because the server refused them. */
  isWhole: boolean;
  state: FileUploadState;
  /** Bytes on the server or on their way. */
  sent: number;
  error: Error | undefined;
  /** Stops what runs for this file now. */
  stop: AbortController | null;
  /** State to change to as soon as the server can be told: when the upload has an address, or a bundle has failed. */
  interruptAs: 'paused' | 'cancelled' | null;
  /** Must not be sent in a bundle, because it has already begun or its bundle failed. */
  isAlone: boolean;
}

function createEntry(source: FileSource): UploadEntry {
  return {
    ...createTransfer(),
    source,
    parts: null,
    isJoining: false,
    isWhole: false,
    state: 'waiting',
    sent: 0,
    error: undefined,
    stop: null,
    interruptAs: null,
    isAlone: false,
  };
}

interface Addressed {
  url?: string | undefined;
  parts?: readonly { url?: string | undefined }[] | null | undefined;
}

/** The addresses of what the server has of a file. */
export function addressesOf({ url, parts }: Addressed): string[] {
  return [url, ...(parts ?? []).map((part) => part.url)].filter((address) => address !== undefined);
}

/** The server can be told to discard everything that is being sent. */
export function hasAddress({ url, parts, isJoining }: UploadEntry): boolean {
  if (!parts) return url !== undefined;
  return !isJoining && parts.every((part) => part.url !== undefined || part.state !== 'active');
}

export function toFileProgress({ source, state, sent, error }: UploadEntry): FileProgress {
  return { path: source.path, size: source.size, sent, state, ...(error && { error }) };
}

export interface StateEvents {
  onState(entry: UploadEntry): void;
  /** `delta` bytes more are on their way, or fewer when an attempt starts again. */
  onSent(entry: UploadEntry, delta: number): void;
}

const openStates: ReadonlySet<FileUploadState> = new Set(['waiting', 'uploading', 'retrying', 'paused']);

/** The files of an upload and the state of each. */
export class UploadStates {
  readonly entries: ReadonlyMap<string, UploadEntry>;
  readonly #events: StateEvents;
  readonly #counts = new Map<FileUploadState, number>();
  readonly #waiters = new Set<() => void>();

  constructor(sources: readonly FileSource[], events: StateEvents) {
    this.#events = events;
    this.entries = new Map(sources.map((source) => [source.path, createEntry(source)]));
    this.#counts.set('waiting', this.entries.size);
  }

  count(state: FileUploadState): number {
    return this.#counts.get(state) ?? 0;
  }

  hasOpen(): boolean {
    for (const state of openStates) if (this.count(state) > 0) return true;
    return false;
  }

  change(entry: UploadEntry, state: FileUploadState): void {
    if (entry.state === state) return;
    this.#counts.set(entry.state, this.count(entry.state) - 1);
    this.#counts.set(state, this.count(state) + 1);
    entry.state = state;
    if (state === 'waiting') entry.error = undefined;
    this.#events.onState(entry);
    this.wake();
  }

  setSent(entry: UploadEntry, bytes: number): void {
    const delta = bytes - entry.sent;
    if (delta === 0) return;
    entry.sent = bytes;
    // Bytes move again after the error.
    if (delta > 0) entry.error = undefined;
    this.#events.onSent(entry, delta);
  }

  postpone(entry: UploadEntry, error: Error): void {
    // Nothing is on its way until the next attempt, which begins where the server says.
    this.setSent(entry, entry.acknowledged);
    entry.error = error;
    this.change(entry, 'retrying');
  }

  markFinished(entry: UploadEntry): void {
    this.setSent(entry, entry.source.size);
    this.change(entry, 'finished');
  }

  finish(entry: UploadEntry): void {
    entry.interruptAs = null;
    entry.error = undefined;
    this.markFinished(entry);
  }

  fail(entry: UploadEntry, { error, verdict }: { error: Error; verdict: 'give-up' | 'give-up-all' }): void {
    entry.error = error;
    this.change(entry, 'failed');
    if (verdict === 'give-up-all') this.failAll(error);
  }

  failAll(error: Error): void {
    for (const entry of this.entries.values()) {
      if (!openStates.has(entry.state)) continue;
      entry.error = error;
      this.change(entry, 'failed');
      entry.stop?.abort();
    }
  }

  /** Pauses or cancels a file that is being sent, as soon as its upload can be continued later. */
  interrupt(entry: UploadEntry, state: 'paused' | 'cancelled'): void {
    if (entry.state !== 'uploading' && entry.state !== 'retrying') return;
    entry.interruptAs = state;
    // The addresses of parts also discard what is being made of them.
    const isDiscarded = state === 'cancelled' && entry.isJoining;
    if (isDiscarded || hasAddress(entry) || entry.state === 'retrying') this.applyInterrupt(entry);
  }

  /** Interrupts a file, as asked before, if it now can be. */
  applyInterruptIfAddressed(entry: UploadEntry): void {
    if (hasAddress(entry)) this.applyInterrupt(entry);
  }

  applyInterrupt(entry: UploadEntry): void {
    if (!entry.interruptAs) return;
    this.change(entry, entry.interruptAs);
    entry.interruptAs = null;
    entry.stop?.abort();
  }

  /** Resolves at the next change of a state, or at the next `wake`. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiters.add(resolve));
  }

  wake(): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const wake of waiters) wake();
  }
}
