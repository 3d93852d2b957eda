/** Limits the connections that a download uses at the same time. Slots are given in the order of the requests. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** True with a slot, which the caller releases; false when the signal fires before one is free. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return new Promise((resolve) => {
      const cancel = () => {
        this.#waiting.delete(serve);
        resolve(false);
      };
      const serve = () => {
        signal.removeEventListener('abort', cancel);
        resolve(true);
      };
      this.#waiting.add(serve);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
