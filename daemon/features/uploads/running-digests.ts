import type { UploadId } from '#sdk/contract/primitives.js';
import { createDigest, type Digest } from '../../transfer/digests.ts';

/**
 * Digests of uploads while their bytes arrive. They live in memory only: after a restart, or when a chunk was written
 * without us, the finisher reads the file instead.
 */
export interface RunningDigests {
  /** The digest of everything before `offset`, or null when it is not known. */
  at(id: UploadId, offset: number): Digest | null;
  forget(id: UploadId): void;
}

/** More uploads at the same time than anybody has; the oldest are dropped beyond. */
const maxDigests = 10_000;

export function createRunningDigests(): RunningDigests {
  const digests = new Map<UploadId, Digest>();

  return {
    at(id, offset) {
      const known = digests.get(id);
      if (known?.bytes === offset) return known;
      digests.delete(id);
      if (offset > 0) return null;
      const [oldest] = digests.keys();
      if (digests.size >= maxDigests && oldest) digests.delete(oldest);
      const fresh = createDigest();
      digests.set(id, fresh);
      return fresh;
    },
    forget: (id) => void digests.delete(id),
  };
}
