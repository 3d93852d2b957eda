/** A run of bytes that is missing: from `start` to before `end`. `start` moves as bytes arrive. */
export interface Gap {
  start: number;
  end: number;
}

const mebibyte = 1_048_576;
const rangeBytes = { minimum: 8 * mebibyte, maximum: 128 * mebibyte };

/** What is missing of a file, and which of it is being fetched. */
export class Gaps {
  /** In order, and never empty ones. */
  #missing: Gap[];
  readonly #taken = new Set<Gap>();

  constructor(missing: readonly Gap[]) {
    this.#missing = missing.filter(({ start, end }) => start < end).map((gap) => ({ ...gap }));
  }

  /** Bytes that are missing. */
  get bytes(): number {
    return sum(this.#missing);
  }

  /** Bytes at the beginning that are there without a gap; `size` when nothing is missing. */
  prefix(size: number): number {
    return this.#missing.find(({ start, end }) => start < end)?.start ?? size;
  }

  /** The next gap that nobody fetches, whole. */
  takeWhole(): Gap | null {
    return this.#take(Number.POSITIVE_INFINITY);
  }

  /** A range for one of so many lanes: long while much is left, shorter towards the end, so that all end together. */
  takeRange(lanes: number): Gap | null {
    const left = sum(this.#missing.filter((gap) => !this.#taken.has(gap)));
    const fair = Math.ceil(left / (2 * lanes));
    return this.#take(Math.min(rangeBytes.maximum, Math.max(rangeBytes.minimum, fair)));
  }

  /** Everything is missing again. Answers the first of it, taken by the caller. */
  restart(size: number, end: number): Gap {
    const first = { start: 0, end };
    this.#missing = [first, { start: end, end: size }];
    this.#taken.clear();
    this.#taken.add(first);
    return first;
  }

  /** Nobody is fetching anything any longer. */
  release(): void {
    this.#taken.clear();
    this.#missing = this.toList();
  }

  toList(): Gap[] {
    return this.#missing.filter(({ start, end }) => start < end).map((gap) => ({ ...gap }));
  }

  #take(longest: number): Gap | null {
    const index = this.#missing.findIndex((gap) => gap.start < gap.end && !this.#taken.has(gap));
    const gap = this.#missing[index];
    if (!gap) return null;
    if (gap.end - gap.start > longest) {
      const rest = { start: gap.start + longest, end: gap.end };
      gap.end = rest.start;
      this.#missing.splice(index + 1, 0, rest);
    }
    this.#taken.add(gap);
    return gap;
  }
}

function sum(gaps: readonly Gap[]): number {
  return gaps.reduce((bytes, { start, end }) => bytes + end - start, 0);
}
