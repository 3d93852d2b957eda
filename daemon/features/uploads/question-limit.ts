import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/primitives.js';
import type { Clock } from '../../crypto/clock.ts';

const perWindow = 30;
const window = 60_000;

/** As many as are remembered before those of the past are looked for. */
const manyUploads = 1000;

/** Bounds how often the offset of one upload is asked for: each time the disk is asked, and perhaps its writer. */
export function createQuestionLimit(clock: Clock): (id: UploadId) => void {
  const asked = new Map<UploadId, { since: number; count: number }>();

  function removePast(now: number): void {
    for (const [id, { since }] of asked) if (now - since >= window) asked.delete(id);
  }

  /** @throws AppError `too_many_requests` */
  return (id) => {
    const now = clock.now();
    const known = asked.get(id);
    if (known && now - known.since < window) {
      known.count += 1;
      const seconds = Math.ceil((known.since + window - now) / 1000);
      if (known.count > perWindow) throw new AppError('too_many_requests', { seconds });
      return;
    }
    if (asked.size >= manyUploads) removePast(now);
    asked.set(id, { since: now, count: 1 });
  };
}
