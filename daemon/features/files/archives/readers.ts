import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../../crypto/clock.ts';
import type { Logger } from '../../../logger.ts';
import { longestTransfer } from '../../../transfer/send.ts';

export interface ArchiveReaders {
  /** Registers a reader; returns a function that ends it and does nothing when it is called again. */
  begin(shareKey: ShareKey): () => void;
  isBeingRead(shareKey: ShareKey): boolean;
  /**
   * Runs `effect` when the current readers have ended, or at once if there are none; later readers do not delay it. An
   * effect that has waited for `longestTransfer` runs at the next call for the share. Waiting effects are lost when the
   * process ends.
   */
  whenUnread(shareKey: ShareKey, effect: () => Promise<void>): Promise<void>;
}

interface Reading {
  /** Numbers of the current readers, the oldest first. */
  readers: Set<number>;
  /** Ordered by number; each waits for the readers with smaller numbers. */
  waiting: Waiting[];
}

interface Waiting {
  before: number;
  /** A moment of the monotonic clock. */
  since: number;
  effect: () => Promise<void>;
}

interface Deps {
  clock: Clock;
  logger: Logger;
}

/** Tracks which shares are being sent as an archive or as a list of checksums, because these open files one by one. */
export function createArchiveReaders({ clock, logger }: Deps): ArchiveReaders {
  const open = new Map<ShareKey, Reading>();
  let next = 0;

  async function runAll(effects: readonly (() => Promise<void>)[]): Promise<void> {
    for (const effect of effects) {
      await effect().catch((error: unknown) =>
        logger.warn({ err: error }, 'work that waited for running downloads failed'),
      );
    }
  }

  function end(shareKey: ShareKey, reading: Reading, reader: number): void {
    if (!reading.readers.delete(reader)) return;
    if (reading.readers.size === 0) open.delete(shareKey);
    void runDue(reading);
  }

  function runDue(reading: Reading): Promise<void> {
    const [oldest] = reading.readers;
    const lateSince = clock.monotonic() - longestTransfer;
    const isDue = ({ before, since }: Waiting) =>
      oldest === undefined || before <= oldest || since <= lateSince;
    const due = reading.waiting.filter(isDue);
    reading.waiting = reading.waiting.filter((one) => !isDue(one));
    return runAll(due.map(({ effect }) => effect));
  }

  return {
    begin(shareKey) {
      const reading = open.get(shareKey) ?? { readers: new Set(), waiting: [] };
      open.set(shareKey, reading);
      const reader = next++;
      reading.readers.add(reader);
      return () => end(shareKey, reading, reader);
    },
    isBeingRead: (shareKey) => open.has(shareKey),
    async whenUnread(shareKey, effect) {
      const reading = open.get(shareKey);
      if (!reading) return effect();
      reading.waiting.push({ before: next, since: clock.monotonic(), effect });
      await runDue(reading);
    },
  };
}
