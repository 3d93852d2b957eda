import { setImmediate } from 'node:timers/promises';

const batch = 500;

/** Removes many rows, so many at a time that requests get their turn in between. `removeSome` answers how many it removed. */
export async function inBatches(
  removeSome: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await removeSome(batch)) === batch) await setImmediate();
}
