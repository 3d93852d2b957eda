import type { Lock, Locker, RequestRelease } from '@tus/server';
import { AppError } from '#sdk/contract/errors.js';

interface Waiter {
  grant(): void;
}

interface LockState {
  /** Asks the request that holds the lock to end. */
  release: RequestRelease;
  waiters: Waiter[];
}

/** How long a request waits for the one before to end. */
const patience = 5000;

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

  async #acquire(id: string, signal: AbortSignal, release: RequestRelease): Promise<void> {
    const state = this.#states.get(id);
    if (!state) {
      this.#states.set(id, { release, waiters: [] });
      return;
    }
    // In the queue before the holder is asked: it may end at once.
    const turn = wait(state, signal);
    void state.release();
    await turn;
    state.release = release;
  }

  #pass(id: string): void {
    const state = this.#states.get(id);
    const next = state?.waiters.shift();
    if (next) next.grant();
    else this.#states.delete(id);
  }
}

function wait(state: LockState, signal: AbortSignal): Promise<void> {
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
      grant() {
        settle();
        resolve();
      },
    };
    signal.addEventListener('abort', giveUp, { once: true });
    state.waiters.push(waiter);
  });
}
