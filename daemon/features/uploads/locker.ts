import type { Lock, Locker, RequestRelease } from '@tus/server';
import { AppError } from '#sdk/contract/errors.js';

interface Waiter {
  /** Asks the request that waits here, once it has the lock, to end. */
  release: RequestRelease;
  grant(): void;
}

interface LockState {
  /** Asks the request that holds the lock to end. */
  release: RequestRelease;
  waiters: Waiter[];
}

/** How long a request waits for the one before to end. */
const patience = 5000;

const never = new AbortController().signal;

/**
 * One writer per upload. A second request asks the first to stop (a client that comes back after a lost network finds
 * its own old request still open), waits in a queue without spinning, and takes over.
 */
export class UploadLocker implements Locker {
  readonly #states = new Map<string, LockState>();

  newLock(id: string): Lock {
    return {
      lock: (signal, release) => this.#acquire(id, signal, release),
      unlock: async () => this.#pass(id),
    };
  }

  /** Uploads somebody is writing to at this moment. */
  isLocked(id: string): boolean {
    return this.#states.has(id);
  }

  /**
   * Does something to an upload while nobody writes to it; who does is asked to end first.
   *
   * @throws AppError `upload_locked`
   */
  async hold<T>(id: string, work: () => Promise<T>): Promise<T> {
    await this.#acquire(id, never, () => undefined);
    try {
      return await work();
    } finally {
      this.#pass(id);
    }
  }

  /** Asks every writer to end with what it has: the server stops. */
  releaseAll(): void {
    for (const state of this.#states.values()) void state.release();
  }

  async #acquire(id: string, signal: AbortSignal, release: RequestRelease): Promise<void> {
    const state = this.#states.get(id);
    if (!state) {
      this.#states.set(id, { release, waiters: [] });
      return;
    }
    // In the queue before the holder is asked: it may end at once.
    const turn = wait(state, signal, release);
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
    state.release = next.release;
    next.grant();
  }
}

function wait(state: LockState, signal: AbortSignal, release: RequestRelease): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      settle();
      state.waiters = state.waiters.filter((other) => other !== waiter);
      reject(new AppError('upload_locked'));
    };
    const timer = setTimeout(giveUp, patience);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    };
    const waiter: Waiter = {
      release,
      grant() {
        settle();
        resolve();
      },
    };
    signal.addEventListener('abort', giveUp, { once: true });
    state.waiters.push(waiter);
  });
}
