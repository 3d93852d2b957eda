const windowMilliseconds = 5000;
/** Samples closer together are merged, so that a fast transfer keeps few of them. */
const sampleEvery = 100;

/** Measures bytes a second over the last five seconds. */
export class SpeedMeter {
  readonly #now: () => number;
  #samples: { at: number; total: number }[] = [];
  #total = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#samples.push({ at: now(), total: 0 });
  }

  add(bytes: number): void {
    const at = this.#now();
    this.#total += bytes;
    const last = this.#samples.at(-1);
    if (last && at - last.at < sampleEvery && this.#samples.length > 1) last.total = this.#total;
    else this.#samples.push({ at, total: this.#total });
    while (this.#samples.length > 2 && (this.#samples[1]?.at ?? at) < at - windowMilliseconds)
      this.#samples.shift();
  }

  get bytesPerSecond(): number {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    const now = this.#now();
    if (!first || !last || now - first.at < sampleEvery || now - last.at > windowMilliseconds) return 0;
    return Math.max(0, ((this.#total - first.total) * 1000) / (now - first.at));
  }

  /** Seconds for the rest at this speed; null while it is unknown. */
  secondsFor(bytes: number): number | null {
    const speed = this.bytesPerSecond;
    return speed > 0 ? bytes / speed : null;
  }
}
