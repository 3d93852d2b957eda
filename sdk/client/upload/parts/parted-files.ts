import { AppError } from '../../../contract/errors.ts';
import type { UploadDeps } from '../deps.ts';
import { addressesOf, createPart, type UploadEntry, type UploadStates } from '../entries.ts';
import { terminateUpload, type UploadTarget } from '../tus-attempt.ts';
import type { FileUploadState } from '../types.ts';
import { supportsConcatenation } from './concatenation.ts';
import { type ConnectionsPerFile, countParts, divide, isLong } from './plan.ts';
import { PartSender } from './send-parts.ts';

interface PartedFilesInit {
  states: UploadStates;
  wanted: ConnectionsPerFile;
  /** Uploads at the same time. */
  parallel: number;
  requeue(entry: UploadEntry): void;
  /** Parts wait for connections that have nothing else to send. */
  onWaiting(): void;
  /** A part has an address, or another one. */
  onUrl(entry: UploadEntry): void;
  /** An earlier run had already sent this many bytes. */
  onResumed(bytes: number): void;
}

/** Number of times that a server is asked before it counts as far away. */
const questions = 3;

/** Milliseconds in which a refusal may be older than the room that was made. */
const outdatedFor = 5000;

const restingStates: ReadonlySet<FileUploadState> = new Set(['paused', 'waiting', 'failed']);

/** The large files that are sent in parts, where one connection may be slower than the path. */
export class PartedFiles {
  readonly #deps: UploadDeps;
  readonly #init: PartedFilesInit;
  readonly #senders = new Map<UploadEntry, PartSender>();
  readonly #asking = new AbortController();
  #isSupported: Promise<boolean> | undefined;
  /** The share has no place for more uploads than files. */
  #isFull = false;
  #madeRoomAt = -Infinity;
  /** Number of files whose parts are being discarded. */
  #discarding = 0;

  constructor(deps: UploadDeps, init: PartedFilesInit) {
    this.#deps = deps;
    this.#init = init;
  }

  /** False if a file is sent as a whole in any case. */
  mayDivide(entry: UploadEntry): boolean {
    if (this.#isFull || entry.parts || entry.isWhole || entry.url !== undefined) return false;
    return this.#isWorthIt() && this.#countParts(entry) > 1;
  }

  /** Divides a file, unless the server does not support it or turns out to be near. */
  async divide(entry: UploadEntry): Promise<void> {
    this.#isSupported ??= this.#ask();
    const isSupported = await this.#isSupported.catch(() => undefined);
    // Without an answer, the next file asks again.
    if (isSupported === undefined) this.#isSupported = undefined;
    if (!isSupported || this.#isFull || !this.#isWorthIt()) return;
    const { size } = entry.source;
    const count = this.#countParts(entry);
    if (count > 1) entry.parts = divide(size, count).map(createPart);
  }

  /** Sends a file in its parts. */
  async send(entry: UploadEntry, target: UploadTarget): Promise<void> {
    const sender = new PartSender(this.#deps, { entry, target }, this.#init);
    this.#senders.set(entry, sender);
    const outcome = await sender.send();
    const isRefused = outcome.result === 'refused';
    if (isRefused) await this.#giveUp(entry, target);
    // The file may have been paused and resumed, and is already being sent again.
    if (this.#senders.get(entry) === sender) this.#senders.delete(entry);
    const { states, requeue } = this.#init;
    if (outcome.result === 'finished') states.finish(entry);
    if (outcome.result === 'failed') states.fail(entry, outcome);
    if (!isRefused) return;
    if (entry.state === 'uploading' || entry.state === 'retrying') requeue(entry);
  }

  /**
   * A part takes the place of a file. True if other uploads were refused because of that: then parts are given up, also
   * those of paused files, and what was refused can be tried again.
   */
  makesRoom(error: Error, target: UploadTarget): boolean {
    if (!(error instanceof AppError) || error.code !== 'share_too_many_files') return false;
    const resting = this.#findResting();
    const isOutdated = performance.now() - this.#madeRoomAt < outdatedFor;
    const isMaking = this.#senders.size + resting.length + this.#discarding > 0;
    if (!isMaking && !isOutdated) return false;
    this.#isFull = true;
    for (const sender of this.#senders.values()) sender.refuse();
    for (const entry of resting) void this.#giveUp(entry, target);
    return true;
  }

  /** Files that are not being sent and have parts on the server: paused ones, and those of an earlier run. */
  #findResting(): UploadEntry[] {
    const { entries } = this.#init.states;
    return [...entries.values()].filter(
      (entry) => restingStates.has(entry.state) && hasParts(entry) && !this.#senders.has(entry),
    );
  }

  /** Discards the parts of a file, which is sent as a whole from now on. */
  async #giveUp(entry: UploadEntry, target: UploadTarget): Promise<void> {
    const urls = addressesOf(entry);
    Object.assign(entry, { parts: null, isWhole: true, acknowledged: 0 });
    this.#init.states.setSent(entry, 0);
    this.#discarding++;
    try {
      await Promise.all(urls.map((url) => terminateUpload(this.#deps, url, target.uploadToken)));
    } finally {
      this.#discarding--;
      this.#madeRoomAt = performance.now();
    }
  }

  /** Returns what sends the next part that waits, for a connection that has nothing else to send. */
  takeWaiting(): (() => Promise<void>) | null {
    const sender = [...this.#senders.values()].find(({ hasWaiting }) => hasWaiting);
    return sender ? () => sender.sendNext() : null;
  }

  /** Stops what does not belong to one file. */
  stop(): void {
    this.#asking.abort();
  }

  /** A busy server is slow at times, a long path always. */
  async #ask(): Promise<boolean> {
    for (let question = 1; ; question++) {
      if (!(await supportsConcatenation(this.#deps, this.#asking.signal))) return false;
      const isSure = this.#init.wanted !== 'auto' || !this.#isWorthIt();
      if (isSure || question === questions) return true;
    }
  }

  #isWorthIt(): boolean {
    const { roundTrips, sharesConnection } = this.#deps;
    return this.#init.wanted !== 'auto' || (isLong(roundTrips) && !sharesConnection?.());
  }

  #countParts({ source }: UploadEntry): number {
    const { wanted, parallel, states } = this.#init;
    return countParts(source.size, { wanted, parallel, entries: states.entries.values() });
  }
}

/** The server has parts of the file. */
function hasParts(entry: UploadEntry): boolean {
  return entry.parts !== null && addressesOf(entry).length > 0;
}
