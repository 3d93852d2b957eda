import { EventEmitter, once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileSource } from '#sdk/index.js';

/** Milliseconds for which a file must stay as it is before it is taken: whoever writes it has finished. */
const settleTime = 2000;
/** Milliseconds for which files that have settled wait for others that are still written. */
const patience = 20_000;
/** Milliseconds between two looks at the folder when nothing tells of changes: on network drives nothing does. */
const pollEvery = 10_000;

export interface WatchInit<S extends FileSource> {
  folder: string;
  /** Lists the files in the folder. */
  scan(): Promise<readonly S[]>;
  /** Files that were taken before. */
  isKnown(source: S): boolean;
  signal: AbortSignal;
}

/**
 * Yields the files that appear or change in a folder once they have settled, together if they do so at the same time.
 * What is not known after that is yielded again. Ends when the signal fires.
 */
export async function* watchFolder<S extends FileSource>({
  folder,
  scan,
  isKnown,
  signal,
}: WatchInit<S>): AsyncGenerator<readonly S[], void, undefined> {
  const changes = new EventEmitter<{ change: [] }>();
  const watcher = startWatching(folder, () => changes.emit('change'));
  let seen = new Map<string, string>();
  let waitingSince: number | null = null;
  try {
    while (!signal.aborted) {
      const found = (await scan()).filter((source) => !isKnown(source));
      const settled = found.filter(({ path, fingerprint }) => seen.get(path) === fingerprint);
      seen = new Map(found.map(({ path, fingerprint }) => [path, fingerprint]));
      waitingSince = settled.length === 0 ? null : (waitingSince ?? performance.now());
      const isLate = waitingSince !== null && performance.now() - waitingSince > patience;
      if (settled.length > 0 && (settled.length === found.length || isLate)) {
        waitingSince = null;
        yield settled;
      } else if (found.length > 0) await rest([sleep(settleTime, undefined, { signal })]);
      else await restUntilChange(changes, signal);
    }
  } finally {
    watcher?.close();
  }
}

/** Null where the system cannot tell of changes, or has no room for more watchers: the folder is looked at anyway. */
function startWatching(folder: string, onChange: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { recursive: true }, onChange);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}

async function restUntilChange(changes: EventEmitter<{ change: [] }>, outer: AbortSignal): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([outer, stop.signal]);
  await rest([once(changes, 'change', { signal }), sleep(pollEvery, undefined, { signal })]);
  stop.abort();
}

/** Waits for the first; being woken by the signal is no error. */
async function rest(waits: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race(waits).catch(() => undefined);
}
