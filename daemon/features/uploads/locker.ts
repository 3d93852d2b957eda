import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { AppError } from '#sdk/contract/errors.js';

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
const lockTimeout = 5000;

/** Milliseconds that a HEAD request watches whether the writer is alive, and the interval of its checks. */
const listenFor = 1000;
const listenEvery = 50;

const never = new AbortController().signal;

/**
 * Allows one writer per upload. A second request asks the first to stop, waits in a queue without spinning, and takes
 * over: a client that returns after a lost network finds its own old request still open. A request that takes over
 * while others wait is asked to stop as well.
 */
export class UploadLocker {
  readonly #states = new Map<string, LockState>();
  #isStopping = false;

  /** Returns the locks of one request. */
  of({ isReader, socket }: { isReader: boolean; socket: Pick<Socket, 'bytesRead'> | undefined }): Locker {
    const progress = () => socket?.bytesRead ?? 0;
    return { newLock: (id) => (isReader ? this.#readLock(id) : this.#writeLock(id, progress)) };
  }

  /** Whether a request is writing to the upload. */
  isLocked(id: string): boolean {
    return this.#states.has(id);
  }

  /**
   * Runs `work` on an upload while nobody writes to it; a current writer is asked to end first.
   *
   * @throws AppError `upload_locked`
   */
  async hold<T>(id: string, work: () => Promise<T>): Promise<T> {
    await this.#acquire(id, never, { release: () => undefined, progress: () => 0 });
    try {
      return await work();
    } finally {
      this.#pass(id);
    }
  }

  /** Asks every writer, including later ones, to end with the bytes it has, because the server stops. */
  releaseAll(): void {
    this.#isStopping = true;
    for (const state of this.#states.values()) void state.release();
  }

  #writeLock(id: string, progress: () => number): Lock {
    return {
      lock: (signal, release) => this.#acquire(id, signal, { release, progress }),
      unlock: async () => this.#pass(id),
    };
  }

  /**
   * A HEAD request does not disturb a writer whose bytes arrive: it gets the current offset. A silent writer has lost
   * its client, which is back and asks: it ends and writes its remaining bytes, so that the offset is complete.
   */
  #readLock(id: string): Lock {
    let holdsLock = false;
    return {
      lock: async (signal, release) => {
        if (await this.#canAsk(id)) return;
        await this.#acquire(id, signal, { release, progress: () => 0 });
        holdsLock = true;
      },
      unlock: async () => {
        if (holdsLock) this.#pass(id);
      },
    };
  }

  /** Whether nobody writes, or bytes arrive for the writer. */
  async #canAsk(id: string): Promise<boolean> {
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
