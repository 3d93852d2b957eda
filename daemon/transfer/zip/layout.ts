import { createHash } from 'node:crypto';
import { createArchiveNames } from './names.ts';
import { centralHeader, type EntryRecord, earliest, endOfArchive, latest, localHeader } from './records.ts';

/** A file that goes into an archive. */
export interface ArchiveFile {
  /** Names the content: two files of the same key have the same bytes, for ever. */
  key: string;
  /** Folders and name, joined by `/`. */
  path: string;
  size: number;
  crc32: number;
  /** Milliseconds since 1970. */
  modified: number;
}

/** A stretch of the archive: bytes of its own, or those of a file. */
export type Segment =
  | { kind: 'bytes'; start: number; bytes: Buffer }
  | { kind: 'file'; start: number; key: string; size: number };

/**
 * Where everything is in an archive that does not exist: entries are stored uncompressed and their CRC-32 is known, so
 * its length and each of its bytes follow from a table by arithmetic.
 */
export interface ArchiveLayout {
  /** Bytes of the whole archive. */
  readonly size: number;
  readonly count: number;
  /** Strong: the same files give the same bytes. */
  readonly etag: string;
  /** The segment at a position within the archive. */
  at(position: number): Segment;
}

export interface LayoutBuilder {
  /** Adds a file. The archive has them in the order they are added. */
  add(file: ArchiveFile): void;
  /** To be called once. */
  finish(): ArchiveLayout;
}

/** Files are added one by one, so that a long list can be read in pages while other requests get their turn. */
export function createLayoutBuilder(): LayoutBuilder {
  const names = createArchiveNames();
  const table = new EntryTable();
  // Counts up when the same files come to give other bytes.
  const hash = createHash('sha256').update('stored zip, form 1\n');
  return {
    add({ key, path, size, crc32, modified }) {
      const entry = { key, name: names.add(path), size, crc32, modified: toSeconds(modified) };
      table.add(entry);
      hash.update(JSON.stringify([key, entry.name, size, crc32, entry.modified]));
    },
    finish: () => new StoredLayout(table, `"${hash.digest('base64url').slice(0, 22)}"`),
  };
}

function toSeconds(milliseconds: number): number {
  return Math.min(Math.max(Math.floor(milliseconds / 1000), earliest), latest);
}

interface Entry extends Omit<EntryRecord, 'offset'> {
  key: string;
}

/** Columns instead of objects: a hundred thousand entries take some ten megabytes. */
class EntryTable {
  /** Positions of the local headers, and at last where the directory begins. */
  readonly offsets = [0];
  /** Positions of the central headers in the directory, and at last its size. */
  readonly directoryOffsets = [0];
  readonly #keys: string[] = [];
  readonly #names: string[] = [];
  readonly #sizes: number[] = [];
  readonly #checksums: number[] = [];
  readonly #times: number[] = [];

  get count(): number {
    return this.#keys.length;
  }

  get directoryStart(): number {
    return this.offsets[this.count] ?? 0;
  }

  get directorySize(): number {
    return this.directoryOffsets[this.count] ?? 0;
  }

  add({ key, name, size, crc32, modified }: Entry): void {
    const record = { name, size, crc32, modified, offset: this.directoryStart };
    const next = this.directoryStart + localHeader(record).length + size;
    if (!Number.isSafeInteger(next)) throw new RangeError('the archive would be too large');
    const nextInDirectory = this.directorySize + centralHeader(record).length;
    this.#keys.push(key);
    this.#names.push(name);
    this.#sizes.push(size);
    this.#checksums.push(crc32);
    this.#times.push(modified);
    this.offsets.push(next);
    this.directoryOffsets.push(nextInDirectory);
  }

  get(index: number): EntryRecord & { key: string } {
    return {
      key: at(this.#keys, index),
      name: at(this.#names, index),
      size: at(this.#sizes, index),
      crc32: at(this.#checksums, index),
      modified: at(this.#times, index),
      offset: at(this.offsets, index),
    };
  }
}

class StoredLayout implements ArchiveLayout {
  readonly size: number;
  readonly etag: string;
  readonly #table: EntryTable;
  readonly #end: Buffer;

  constructor(table: EntryTable, etag: string) {
    const { count, directoryStart: start, directorySize: size } = table;
    this.#table = table;
    this.#end = endOfArchive({ count, start, size });
    this.etag = etag;
    this.size = start + size + this.#end.length;
  }

  get count(): number {
    return this.#table.count;
  }

  at(position: number): Segment {
    if (!(position >= 0 && position < this.size)) throw new RangeError('outside of the archive');
    const { directoryStart, directorySize } = this.#table;
    if (position < directoryStart) return this.#atEntry(position);
    const inDirectory = position - directoryStart;
    if (inDirectory < directorySize) return this.#atDirectory(inDirectory);
    return { kind: 'bytes', start: directoryStart + directorySize, bytes: this.#end };
  }

  #atEntry(position: number): Segment {
    const { offsets } = this.#table;
    const index = findLast(offsets, position);
    const { key, size, ...record } = this.#table.get(index);
    const contentStart = at(offsets, index + 1) - size;
    if (position >= contentStart) return { kind: 'file', start: contentStart, key, size };
    return { kind: 'bytes', start: record.offset, bytes: localHeader({ ...record, size }) };
  }

  #atDirectory(position: number): Segment {
    const { directoryOffsets, directoryStart } = this.#table;
    const index = findLast(directoryOffsets, position);
    const start = directoryStart + at(directoryOffsets, index);
    return { kind: 'bytes', start, bytes: centralHeader(this.#table.get(index)) };
  }
}

/** Index of the last of the rising `values` that is not greater than `limit`. */
function findLast(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (at(values, middle) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError('no such entry');
  return value;
}
