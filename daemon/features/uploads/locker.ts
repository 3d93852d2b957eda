import { setTimeout } from 'node:timers/promises';
import type { RequestRelease } from '@tus/server';
import { AppError } from '#sdk/contract/errors.js';
import { noLease, type UploadLease, type UploadLock, type UploadLocks, type UploadRequest } from './locks.ts';

interface Waiter {
  /** The next holder of the lock. */
  holder: Holder;
  grant(): void;
}

interface Holder {
  /** Asks the request that holds the lock to end. */
  release: RequestRelease;
  /** Grows while bytes arrive for it. */
  progress(): number;
}

interface LockState extends Holder {
  waiters: Waiter[];
}

/** Milliseconds that a request waits for the previous one to end. */
export const lockTimeout = 5000;

/** Milliseconds that a HEAD request watches whether the writer is alive, and the interval of its checks. */
export const listenFor = 1000;
const listenEvery = 50;

const never = new AbortController().signal;

/**
 * The locks of one server, in its memory. Requests wait in a queue without spinning. One that takes over while others
 * wait is asked to stop as well.
 */
export class UploadLocker implements UploadLocks {
  readonly #states = new Map<string, LockState>();
  readonly #finishing = new Set<string>();
  #isStopping = false;

  of({ isReader, socket }: UploadRequest): { newLock(id: string): UploadLock } {
    const progress = () => socket?.bytesRead ?? 0;
    return { newLock: (id) => (isReader ? this.#readLock(id) : this.#writeLock(id, progress)) };
  }

  /** Whether a request has the lock. */
  isLocked(id: string): boolean {
    return this.#states.has(id);
  }

  async isBusy(id: string): Promise<boolean> {
    return this.isLocked(id) || this.#finishing.has(id);
  }

  async hold<T>(id: string, work: (lease: UploadLease) => Promise<T>): Promise<T> {
    await this.#acquire(id, never, { release: () => undefined, progress: () => 0 });
    try {
      return await work(noLease);
    } finally {
      this.#pass(id);
    }
  }

  async finish<T>(id: string, work: (lease: UploadLease) => Promise<T>): Promise<T> {
    this.#finishing.add(id);
    try {
      return await work(noLease);
    } finally {
      this.#finishing.delete(id);
    }
  }

  /** Asks the current writer of an upload, if there is one, to end with the bytes it has. */
  release(id: string): void {
    void this.#states.get(id)?.release();
  }

  /** Watches for a moment whether bytes arrive for the writer, or there is none. */
  async canAsk(id: string): Promise<boolean> {
    let release: RequestRelease | undefined;
    let before = 0;
    for (let waited = 0; waited < listenFor; waited += listenEvery) {
      const state = this.#states.get(id);
      if (!state) return true;
      if (state.release === release && state.progress() > before) return true;
      if (state.release !== release) {
        // Another writer took over: start watching again.
        ({ release } = state);
        before = state.progress();
        waited = 0;
      }
      await setTimeout(listenEvery);
    }
    return false;
  }

  releaseAll(): void {
    this.#isStopping = true;
    for (const state of this.#states.values()) void state.release();
  }

  #writeLock(id: string, progress: () => number): UploadLock {
    return {
      lease: noLease,
      lock: (signal, release) => this.#acquire(id, signal, { release, progress }),
      unlock: async () => this.#pass(id),
    };
  }

  #readLock(id: string): UploadLock {
    let holdsLock = false;
    return {
      lease: noLease,
      lock: async (signal, release) => {
        if (await this.canAsk(id)) return;
        await this.#acquire(id, signal, { release, progress: () => 0 });
        holdsLock = true;
      },
      unlock: async () => {
        if (holdsLock) this.#pass(id);
      },
    };
  }

  async #acquire(id: string, signal: AbortSignal, holder: Holder): Promise<void> {
    const state = this.#states.get(id);
    if (!state) {
      this.#states.set(id, { ...holder, waiters: [] });
      if (this.#isStopping) void holder.release();
      return;
    }
    // Enter the queue before asking the holder, because it may end at once.
    const turn = wait(state, signal, holder);
    void state.release();
    await turn;
  }

  #pass(id: string): void {
    const state = this.#states.get(id);
    const next = state?.waiters.shift();
    if (!state || !next) {
      this.#states.delete(id);
      return;
    }
    Object.assign(state, next.holder);
    next.grant();
    // All waiting requests but the last may have lost their clients.
    if (state.waiters.length > 0 || this.#isStopping) void state.release();
  }
}

function wait(state: LockState, signal: AbortSignal, holder: Holder): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      finishUploads();
      state.waiters = state.waiters.filter((other) => other !== waiter);
      reject(new AppError('upload_locked'));
    };
    const timer = globalThis.setTimeout(giveUp, lockTimeout);
    const finishUploads = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    };
    const waiter: Waiter = {
      holder,
      grant() {
        finishUploads();
        resolve();
      },
    };
    signal.addEventListener('abort', giveUp, { once: true });
    state.waiters.push(waiter);
  });
}
