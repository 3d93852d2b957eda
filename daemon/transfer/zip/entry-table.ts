import { centralHeaderLength, type EntryRecord, localHeaderLength } from './records.ts';

export interface Entry extends Omit<EntryRecord, 'offset'> {
  key: string;
}

/**
 * The entries of an archive as columns of numbers and one buffer of text: a hundred thousand entries take about ten
 * megabytes, in a dozen objects for the garbage collector.
 */
export class EntryTable {
  /** Positions of the local headers, then the position of the directory. */
  readonly #offsets = new Column(Float64Array);
  /** Positions of the central headers in the directory, then its size. */
  readonly #directoryOffsets = new Column(Float64Array);
  readonly #sizes = new Column(Float64Array);
  readonly #checksums = new Column(Uint32Array);
  /** Seconds up to 2107 do not fit into 32 bits. */
  readonly #times = new Column(Float64Array);
  /** Keys and names, one after the other. */
  readonly #text = new Column(Uint8Array);
  /** Positions in the text of each key and each name, then the end of the text. */
  readonly #textOffsets = new Column(Uint32Array);

  constructor() {
    this.#offsets.push(0);
    this.#directoryOffsets.push(0);
    this.#textOffsets.push(0);
  }

  get count(): number {
    return this.#sizes.length;
  }

  get directoryStart(): number {
    return this.#offsets.at(this.count);
  }

  get directorySize(): number {
    return this.#directoryOffsets.at(this.count);
  }

  /** Memory it uses, in bytes. */
  get byteLength(): number {
    return this.#columns.reduce((sum, column) => sum + column.byteLength, 0);
  }

  add({ key, name, size, crc32, modified }: Entry): void {
    const offset = this.directoryStart;
    const facts = { nameLength: Buffer.byteLength(name), size, modified, offset };
    const next = offset + localHeaderLength(facts) + size;
    if (!Number.isSafeInteger(next)) throw new RangeError('the archive would be too large');
    const nextInDirectory = this.directorySize + centralHeaderLength(facts);
    for (const text of [key, name]) this.#textOffsets.push(this.#text.append(Buffer.from(text)));
    this.#sizes.push(size);
    this.#checksums.push(crc32);
    this.#times.push(modified);
    this.#offsets.push(next);
    this.#directoryOffsets.push(nextInDirectory);
  }

  /** Releases memory that was allocated for more entries. */
  trim(): void {
    for (const column of this.#columns) column.trim();
  }

  get(index: number): EntryRecord & { key: string } {
    return {
      key: this.#textAt(index * 2),
      name: this.#textAt(index * 2 + 1),
      size: this.#sizes.at(index),
      crc32: this.#checksums.at(index),
      modified: this.#times.at(index),
      offset: this.#offsets.at(index),
    };
  }

  /** Returns the position of an entry's local header; for the number of entries, the position of the directory. */
  offsetOf(index: number): number {
    return this.#offsets.at(index);
  }

  /** Returns the position of an entry's central header in the directory. */
  directoryOffsetOf(index: number): number {
    return this.#directoryOffsets.at(index);
  }

  /** Returns the entry whose header or content contains this position of the archive. */
  indexAt(position: number): number {
    return this.#offsets.findLast(position);
  }

  /** Returns the entry whose central header contains this position of the directory. */
  indexInDirectory(position: number): number {
    return this.#directoryOffsets.findLast(position);
  }

  get #columns() {
    return [
      this.#offsets,
      this.#directoryOffsets,
      this.#sizes,
      this.#checksums,
      this.#times,
      this.#text,
      this.#textOffsets,
    ];
  }

  #textAt(index: number): string {
    const bytes = this.#text.slice(this.#textOffsets.at(index), this.#textOffsets.at(index + 1));
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  }
}

type Numbers = Float64Array | Uint32Array | Uint8Array;

/** A growing array of numbers of one type. */
class Column<T extends Numbers> {
  length = 0;
  readonly #create: new (
    length: number,
  ) => T;
  #values: T;

  constructor(create: new (length: number) => T) {
    this.#create = create;
    this.#values = new create(16);
  }

  get byteLength(): number {
    return this.#values.byteLength;
  }

  push(value: number): void {
    this.#reserve(1);
    this.#values[this.length] = value;
    this.length += 1;
  }

  /** Returns the new length. */
  append(values: ArrayLike<number>): number {
    this.#reserve(values.length);
    this.#values.set(values, this.length);
    this.length += values.length;
    return this.length;
  }

  at(index: number): number {
    const value = index < this.length ? this.#values[index] : undefined;
    if (value === undefined) throw new RangeError('no such entry');
    return value;
  }

  slice(start: number, end: number): Numbers {
    return this.#values.subarray(start, end);
  }

  /** Returns the index of the last of the ascending values that is not greater than `limit`. */
  findLast(limit: number): number {
    let [low, high] = [0, this.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.at(middle) <= limit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  trim(): void {
    this.#resize(this.length);
  }

  #reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.#values.length) this.#resize(Math.max(needed, Math.ceil(this.#values.length * 1.5)));
  }

  #resize(length: number): void {
    const values = new this.#create(length);
    values.set(this.#values.subarray(0, this.length));
    this.#values = values;
  }
}
