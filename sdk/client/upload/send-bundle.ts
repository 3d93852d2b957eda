import { type Bundle, bundleName, type Digest, encodeBundle } from './content.ts';
import type { UploadDeps } from './deps.ts';
import { createTransfer, type UploadEntry, type UploadStates } from './entries.ts';
import { judgeBundleFailure } from './retry.ts';
import { transferContent } from './transfer.ts';
import type { UploadTarget } from './tus-attempt.ts';

interface BundleSenderInit {
  digest: Digest;
  states: UploadStates;
  isStopped(): boolean;
  /** Parts of a file were given up for what was refused, which can be tried again. */
  makesRoom(error: Error, target: UploadTarget): boolean;
  /** Puts a file back into the queue. */
  requeue(entry: UploadEntry): void;
  /** The upload of a bundle is given up, but its files are not. */
  onAbandoned(url: string): void;
}

/** Uploads many small files as one content, and reports the result of each file. */
export class BundleSender {
  readonly #deps: UploadDeps;
  readonly #init: BundleSenderInit;
  /** Numbers of the bundles being sent: a new bundle replaces an interrupted one of the same number. */
  readonly #numbers = new Set<number>();

  constructor(deps: UploadDeps, init: BundleSenderInit) {
    this.#deps = deps;
    this.#init = init;
  }

  /** Sends a bundle. Files that did not arrive are queued again, unless they were paused, cancelled or given up. */
  async send(taken: readonly UploadEntry[], target: UploadTarget): Promise<void> {
    const { digest, states, isStopped } = this.#init;
    const stop = new AbortController();
    const number = this.#takeNumber();
    const entries = taken.filter((entry) => {
      // A listener may have paused this file in a callback for the previous one.
      if (entry.state !== 'waiting') return false;
      entry.stop = stop;
      states.change(entry, 'uploading');
      return true;
    });
    const { bundle, left } = await encodeBundle(entries, {
      name: bundleName(number),
      digest,
      signal: stop.signal,
    });
    for (const entry of left) entry.isAlone = true;
    if (bundle && !isInterrupted(entries)) await this.#sendBundle(bundle, { target, stop });
    this.#numbers.delete(number);
    if (!isStopped()) this.#dissolve(entries, stop);
  }

  async #sendBundle(
    { members, content, spread }: Bundle,
    { target, stop }: { target: UploadTarget; stop: AbortController },
  ): Promise<void> {
    const { states, isStopped, makesRoom, onAbandoned } = this.#init;
    const transfer = createTransfer();
    const outcome = await transferContent(this.#deps, {
      target,
      content,
      transfer,
      signal: stop.signal,
      judge: (effort, error, policy) =>
        makesRoom(error, target) ? 'retry' : judgeBundleFailure(effort, error, policy),
      onAttempt: () => {
        for (const entry of members) if (entry.state === 'retrying') states.change(entry, 'uploading');
      },
      onSent: (bytes) => spread(bytes, (entry, sent) => states.setSent(entry, sent)),
      onFailed: async (error) => {
        if (isInterrupted(members)) stop.abort();
        return error;
      },
      onRetry: (error) => {
        for (const entry of members) states.postpone(entry, error);
        if (isInterrupted(members)) stop.abort();
      },
    });
    if (outcome.result === 'finished') {
      for (const entry of members) states.finish(entry);
      return;
    }
    if (transfer.url !== undefined && !isStopped()) onAbandoned(transfer.url);
    if (outcome.result === 'stopped') return;
    if (outcome.verdict === 'give-up-all') return states.failAll(outcome.error);
    for (const entry of members) entry.isAlone = true;
  }

  #dissolve(entries: readonly UploadEntry[], stop: AbortController): void {
    const { states, requeue } = this.#init;
    for (const entry of entries) {
      // The file was paused and resumed, and is already being sent again.
      if (entry.stop !== stop) continue;
      states.applyInterrupt(entry);
      if (entry.state === 'finished') continue;
      states.setSent(entry, 0);
      if (entry.state === 'uploading' || entry.state === 'retrying') requeue(entry);
    }
  }

  #takeNumber(): number {
    let number = 0;
    while (this.#numbers.has(number)) number++;
    this.#numbers.add(number);
    return number;
  }
}

function isInterrupted(entries: readonly UploadEntry[]): boolean {
  return entries.some((entry) => entry.interruptAs);
}

/** Number of bundle names, as many as there can sensibly be connections. */
const names = 32;
const smallBytes = 4096;

/**
 * Replaces the bundles that an earlier run left unfinished and whose addresses are unknown, by sending a finished file
 * again under each of their names.
 */
export async function replaceLeftBundles(
  deps: UploadDeps,
  target: UploadTarget,
  { entries, signal }: { entries: Iterable<UploadEntry>; signal: AbortSignal },
): Promise<void> {
  const entry = [...entries].find(({ state, source }) => state === 'finished' && source.size <= smallBytes);
  if (!deps.digest || !entry) return;
  for (let number = 0; number < names && !signal.aborted; number++) {
    const { bundle } = await encodeBundle([entry], { name: bundleName(number), digest: deps.digest, signal });
    if (!bundle) return;
    await transferContent(deps, {
      target,
      content: bundle.content,
      transfer: createTransfer(),
      signal,
      judge: judgeBundleFailure,
      onAttempt: () => {},
      onSent: () => {},
      onFailed: async (error) => error,
      onRetry: () => {},
    });
  }
}
