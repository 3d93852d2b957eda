/** A range of missing bytes, from `start` up to, not including, `end`. `start` moves as bytes arrive. */
export interface Gap {
  start: number;
  end: number;
}

const mebibyte = 1_048_576;
const rangeBytes = { minimum: 8 * mebibyte, maximum: 128 * mebibyte };

/** The missing ranges of a file, and those that are being fetched. */
export class Gaps {
  /** Missing ranges in ascending order, none of them empty. */
  #missing: Gap[];
  readonly #taken = new Set<Gap>();

  constructor(missing: readonly Gap[]) {
    this.#missing = missing.filter(({ start, end }) => start < end).map((gap) => ({ ...gap }));
  }

  /** Number of missing bytes. */
  get bytes(): number {
    return sum(this.#missing);
  }

  /** Number of bytes before the first gap; `size` if nothing is missing. */
  prefix(size: number): number {
    return this.#missing.find(({ start, end }) => start < end)?.start ?? size;
  }

  /** Takes the whole of the next gap that is not being fetched. */
  takeWhole(): Gap | null {
    return this.#take(Number.POSITIVE_INFINITY);
  }

  /** Takes a range for one of `lanes` connections. Ranges get shorter towards the end, so that all finish together. */
  takeRange(lanes: number): Gap | null {
    const left = sum(this.#missing.filter((gap) => !this.#taken.has(gap)));
    const fair = Math.ceil(left / (2 * lanes));
    return this.#take(Math.min(rangeBytes.maximum, Math.max(rangeBytes.minimum, fair)));
  }

  /** Marks everything as missing. Returns the first range, which the caller has then taken. */
  restart(size: number, end: number): Gap {
    const first = { start: 0, end };
    this.#missing = [first, { start: end, end: size }];
    this.#taken.clear();
    this.#taken.add(first);
    return first;
  }

  /** Marks all ranges as not being fetched. */
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
