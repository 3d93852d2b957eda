import type { ReadinessCheck } from '../features/system/routes.ts';
import type { Component } from '../lifecycle.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Core } from './core.ts';

interface Parts {
  blobs: Blobs;
  /** Bytes still available to uploads. */
  availableBytes(): Promise<number>;
}

export interface Readiness {
  checks: readonly ReadinessCheck[];
  /** The last component to start and the first to stop. */
  component: Component;
}

/** Milliseconds for which a successful write proves that the database can be written. */
const trustInWrite = 30_000;

/** Checks whether new work is accepted. */
export function createReadiness(core: Core, { blobs, availableBytes }: Parts): Readiness {
  const { uow, clock, databaseDisk } = core;
  let isRunning = false;
  let writtenAt = -Infinity;
  let write: Promise<void> | null = null;

  /** A database with space on its disk can still refuse writes: the disk may be broken, or the file read-only. */
  async function probeDatabase(): Promise<void> {
    await uow.transaction(({ instance }) => instance.save('written_at', clock.now()));
    writtenAt = clock.monotonic();
  }

  return {
    // The first check that fails is the reason that is reported.
    checks: [
      { reason: 'starting', run: async () => insist(isRunning, 'starting or stopping') },
      {
        reason: 'database_full',
        run: async () => insist(!(await databaseDisk.measure()).isFull, 'no space for the database'),
      },
      {
        reason: 'database',
        async run() {
          if (clock.monotonic() - writtenAt < trustInWrite) return;
          // Concurrent requests share one write.
          write ??= probeDatabase().finally(() => (write = null));
          await write;
        },
      },
      { reason: 'storage', run: () => blobs.probe() },
      { reason: 'storage_full', run: async () => insist((await availableBytes()) > 0, 'no space for files') },
    ],
    component: {
      name: 'readiness',
      start: async () => void (isRunning = true),
      stop: async () => void (isRunning = false),
    },
  };
}

function insist(holds: boolean, failure: string): void {
  if (!holds) throw new Error(failure);
}
