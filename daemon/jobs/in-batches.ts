import { setImmediate } from 'node:timers/promises';

const batch = 500;

/** Removes many rows in batches, so that requests run in between. `removeSome` returns how many it removed. */
export async function inBatches(
  removeSome: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await removeSome(batch)) === batch) await setImmediate();
}
