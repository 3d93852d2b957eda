import { setImmediate } from 'node:timers/promises';

interface Work<T> {
  /** Returns the items after a key, at most 500, in the order of their keys. */
  page(after: string): Promise<readonly T[]>;
  keyOf(item: T): string;
  run(item: T): Promise<void>;
  onError(item: T, error: unknown): void;
  signal: AbortSignal;
}

/** Runs background work on many rows: a failure does not stop the others, and requests run in between. */
export async function eachItem<T>({ page, keyOf, run, onError, signal }: Work<T>): Promise<void> {
  for (let after = ''; ; ) {
    const items = await page(after);
    for (const item of items) {
      if (signal.aborted) return;
      await run(item).catch((error: unknown) => onError(item, error));
    }
    const last = items.at(-1);
    if (!last) return;
    after = keyOf(last);
    await setImmediate();
  }
}
