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
  /** Lets a file wait for another turn. */
  requeue(entry: UploadEntry): void;
  /** An upload of several files is given up, the files are not. */
  onAbandoned(url: string): void;
}

/** Uploads many small files as one content, and tells apart again what becomes of each. */
export class BundleSender {
  readonly #deps: UploadDeps;
  readonly #init: BundleSenderInit;
  /** Numbers of the bundles on their way: a new one of the same number takes the place of one that broke off. */
  readonly #numbers = new Set<number>();

  constructor(deps: UploadDeps, init: BundleSenderInit) {
    this.#deps = deps;
    this.#init = init;
  }

  /** Files that are not there in the end, and were not paused, cancelled or given up, have another turn. */
  async send(taken: readonly UploadEntry[], target: UploadTarget): Promise<void> {
    const { digest, states, isStopped } = this.#init;
    const stop = new AbortController();
    const number = this.#takeNumber();
    const entries = taken.filter((entry) => {
      // A listener may have paused this file when it heard of the one before.
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
    const { states, isStopped, onAbandoned } = this.#init;
    const transfer = createTransfer();
    const outcome = await transferContent(this.#deps, {
      target,
      content,
      transfer,
      signal: stop.signal,
      judge: judgeBundleFailure,
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
      // Paused, resumed and on its way again already.
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

/** As many as connections are sensible. */
const names = 32;
const smallBytes = 4096;

/**
 * Takes the place of bundles that an earlier run left unfinished, and whose addresses nobody knows: a finished file is
 * sent once more under each of their names.
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
