import { type LeaseOptions, UploadLeases } from './leases.ts';
import { listenFor, lockTimeout, UploadLocker } from './locker.ts';
import { noLease, type UploadLease, type UploadLock, type UploadLocks, type UploadRequest } from './locks.ts';

type Options = Omit<LeaseOptions, 'onWanted' | 'onAsked' | 'onLost'>;

/** Milliseconds: the other server watches its writer for as long as this one would, and has to say so. */
const answerWithin = listenFor + 1000;

/**
 * The locks of one of several servers. Requests of this server take their turns in its memory, and what has its turn
 * needs the lease of the server on the upload.
 */
export class LeasedLocker implements UploadLocks {
  readonly #local = new UploadLocker();
  readonly #leases: UploadLeases;

  constructor(options: Options) {
    this.#leases = new UploadLeases({
      ...options,
      onWanted: (id) => this.#local.release(id),
      onLost: (id) => this.#local.release(id),
      onAsked: (id) => {
        this.#endIfSilent(id).catch((error: unknown) =>
          options.logger.warn({ upload: id, err: error }, 'another server got no answer about an upload'),
        );
      },
    });
  }

  of(request: UploadRequest): { newLock(id: string): UploadLock } {
    const local = this.#local.of(request);
    return { newLock: (id) => this.#lock(id, local.newLock(id), request) };
  }

  async isBusy(id: string): Promise<boolean> {
    if (this.#leases.has(id) || this.#local.isLocked(id)) return true;
    const elsewhere = await this.#leases.findElsewhere(id);
    return elsewhere !== null && !elsewhere.isOver;
  }

  async hold<T>(id: string, work: (lease: UploadLease) => Promise<T>): Promise<T> {
    const until = performance.now() + lockTimeout;
    return this.#local.hold(id, async () => this.#withLease(id, { until }, work));
  }

  finish<T>(id: string, work: (lease: UploadLease) => Promise<T>): Promise<T> {
    return this.#withLease(id, {}, work);
  }

  releaseAll(): void {
    this.#local.releaseAll();
  }

  async #withLease<T>(
    id: string,
    wait: { until?: number },
    work: (lease: UploadLease) => Promise<T>,
  ): Promise<T> {
    const lease = await this.#leases.acquire(id, wait);
    try {
      return await work(lease);
    } finally {
      await this.#leases.giveBack(id, lease);
    }
  }

  #lock(id: string, local: UploadLock, { isReader }: UploadRequest): UploadLock {
    let lease = noLease;
    return {
      get lease() {
        return lease;
      },
      lock: async (signal, release) => {
        const arrivedAt = performance.now();
        await local.lock(signal, release);
        try {
          if (isReader && (await this.#canAskElsewhere(id))) return;
          // A question may have waited for an answer: only then its time begins.
          const until = (isReader ? performance.now() : arrivedAt) + lockTimeout;
          lease = await this.#leases.acquire(id, { until, signal });
        } catch (error) {
          await local.unlock();
          throw error;
        }
      },
      unlock: async () => {
        await this.#leases.giveBack(id, lease);
        await local.unlock();
      },
    };
  }

  /** Whether no other server has the upload, or bytes arrive there. */
  async #canAskElsewhere(id: string): Promise<boolean> {
    for (;;) {
      const before = await this.#leases.findElsewhere(id);
      if (!before) return true;
      if (before.isOver) return false;
      this.#leases.ask(id, before);
      let isAnother = false;
      const isAnswered = await this.#leases.watch(id, answerWithin, (now) => {
        isAnother = now !== null && now.fence !== before.fence;
        return now === null || isAnother || now.answers > before.answers;
      });
      // Another server took over: start watching again.
      if (!isAnother) return isAnswered;
    }
  }

  async #endIfSilent(id: string): Promise<void> {
    if (await this.#local.canAsk(id)) await this.#leases.answer(id);
    else this.#local.release(id);
  }
}
