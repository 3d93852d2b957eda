/** Calls a function at once and then at most every so many milliseconds, the last call included. */
export class LimitedCalls {
  readonly #call: () => void;
  readonly #interval: number;
  #calledAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(call: () => void, interval: number) {
    this.#call = call;
    this.#interval = interval;
  }

  request(): void {
    if (this.#timer !== null) return;
    const wait = this.#calledAt + this.#interval - performance.now();
    if (wait <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), wait);
  }

  /** Calls now. */
  flush(): void {
    this.stop();
    this.#calledAt = performance.now();
    this.#call();
  }

  /** Drops a call that is due. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
