import { AppError } from '#sdk/contract/errors.js';
import type { Core } from './core.ts';
import type { Component } from './lifecycle.ts';
import type { BlobStore } from './storage/blob-store.ts';

interface Parts {
  blobs: BlobStore;
  /** What uploads may still take. */
  availableBytes(): Promise<number>;
}

export interface Readiness {
  /** Each throws when the instance cannot do its work. */
  checks: readonly (() => Promise<void>)[];
  /** The last to start and the first to stop. */
  component: Component;
}

/** Whether new work is welcome. */
export function createReadiness({ database }: Core, { blobs, availableBytes }: Parts): Readiness {
  let isRunning = false;

  async function requireRunning(): Promise<void> {
    if (!isRunning) throw new AppError('not_ready');
  }

  async function requireSpace(): Promise<void> {
    if ((await availableBytes()) <= 0) throw new AppError('not_ready');
  }

  async function probeDatabase(): Promise<void> {
    await database.writer.raw('select 1');
  }

  return {
    checks: [requireRunning, () => blobs.probe(), requireSpace, probeDatabase],
    component: {
      name: 'readiness',
      start: async () => void (isRunning = true),
      stop: async () => void (isRunning = false),
    },
  };
}
