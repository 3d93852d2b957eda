import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';

const perWindow = 30;
const window = 60_000;

/**
 * Limits how often the offset of one upload may be requested: each request reads the disk, and may wait for the writer.
 * Each server counts for itself.
 */
export function createQuestionLimit(clock: Clock): (id: UploadId) => void {
  /** Ordered by the start of their minute. */
  const asked = new Map<UploadId, { since: number; count: number }>();

  function removePast(now: number): void {
    for (const [id, { since }] of asked) {
      if (now - since < window) return;
      asked.delete(id);
    }
  }

  /** @throws AppError `too_many_requests` */
  return (id) => {
    const now = clock.monotonic();
    removePast(now);
    const known = asked.get(id);
    if (!known) {
      asked.set(id, { since: now, count: 1 });
      return;
    }
    known.count += 1;
    const seconds = Math.ceil((known.since + window - now) / 1000);
    if (known.count > perWindow) throw new AppError('too_many_requests', { seconds });
  };
}
