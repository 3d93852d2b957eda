import type { ShareKey } from '#sdk/contract/primitives.js';
import type { Logger } from '../../logger.ts';

export interface ArchiveReaders {
  /** Somebody begins to read; the answer ends it, and does nothing when it is called again. */
  begin(shareKey: ShareKey): () => void;
  isBeingRead(shareKey: ShareKey): boolean;
  /** Runs `effect` when nobody reads, or at once. What waits is lost when the process ends. */
  whenUnread(shareKey: ShareKey, effect: () => Promise<void>): Promise<void>;
}

interface Reading {
  readers: number;
  waiting: (() => Promise<void>)[];
}

/** Who is being sent an archive of which share: its files are opened only when it comes to them. */
export function createArchiveReaders(logger: Logger): ArchiveReaders {
  const open = new Map<ShareKey, Reading>();

  async function runAll(effects: readonly (() => Promise<void>)[]): Promise<void> {
    for (const effect of effects) {
      await effect().catch((error: unknown) => logger.warn({ err: error }, 'what waited for readers failed'));
    }
  }

  return {
    begin(shareKey) {
      const reading = open.get(shareKey) ?? { readers: 0, waiting: [] };
      open.set(shareKey, reading);
      reading.readers += 1;
      let isReading = true;
      return () => {
        if (!isReading) return;
        isReading = false;
        reading.readers -= 1;
        if (reading.readers > 0) return;
        open.delete(shareKey);
        void runAll(reading.waiting);
      };
    },
    isBeingRead: (shareKey) => open.has(shareKey),
    async whenUnread(shareKey, effect) {
      const reading = open.get(shareKey);
      if (!reading) return effect();
      reading.waiting.push(effect);
    },
  };
}
