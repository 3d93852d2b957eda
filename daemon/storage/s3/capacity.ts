import type { Capacity } from '../capacity.ts';
import type { PieceIndex } from './piece-index.ts';

/** Milliseconds for which the sum over all blobs is used; the floor of free space covers what arrives until then. */
const trustInSum = 10_000;

/** The part of a limit that no stored bytes use; without one, the S3 server alone limits them. */
export function createS3Capacity(limit: number | null, index: Pick<PieceIndex, 'storedBytes'>): Capacity {
  let sum: Promise<number> | undefined;
  let summedAt = -Infinity;
  return {
    async freeBytes() {
      if (limit === null) return Number.POSITIVE_INFINITY;
      if (!sum || performance.now() - summedAt > trustInSum) {
        summedAt = performance.now();
        // Concurrent callers share one query, and the next one repeats a query that failed.
        const asked = index.storedBytes();
        sum = asked;
        asked.catch(() => sum === asked && (sum = undefined));
      }
      return Math.max(0, limit - (await sum));
    },
  };
}
