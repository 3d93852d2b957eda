import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { EntryTable } from './entry-table.ts';
import { createArchiveNames } from './names.ts';
import { centralHeader, earliest, endOfArchive, latest, localHeader } from './records.ts';

/** A file in an archive. */
export interface ArchiveFile {
  /** Identifies the content: two files with the same key always have the same bytes. */
  key: string;
  /** Folders and name, joined by `/`. */
  path: string;
  size: number;
  crc32: number;
  /** Milliseconds since 1970. */
  modified: number;
}

/** An entry whose content is not a file. */
export interface ArchiveText {
  path: string;
  text: string;
  /** Milliseconds since 1970. */
  modified: number;
}

/** A section of the archive: bytes of its own, or those of a file. */
export type Segment =
  | { kind: 'bytes'; start: number; bytes: Buffer }
  | { kind: 'file'; start: number; key: string; size: number };

/**
 * The positions of everything in an archive that does not exist: entries are uncompressed and their CRC-32 is known, so
 * its length and each of its bytes can be computed from a table.
 */
export interface ArchiveLayout {
  /** Bytes of the whole archive. */
  readonly size: number;
  readonly count: number;
  /** A strong tag: the same files produce the same bytes. */
  readonly etag: string;
  /** Memory it uses, in bytes. */
  readonly byteLength: number;
  /** Returns the segment at a position within the archive. */
  at(position: number): Segment;
}

export interface LayoutBuilder {
  /** Adds a file. Files are archived in the order they are added. */
  add(file: ArchiveFile): void;
  addText(text: ArchiveText): void;
  /** Must be called only once. */
  finish(): ArchiveLayout;
}

/** Builds a layout file by file, so that a long list can be read in pages while other requests run. */
export function createLayoutBuilder(): LayoutBuilder {
  const names = createArchiveNames();
  const table = new EntryTable();
  const texts = new Map<number, Buffer>();
  // Increase the number when the same files produce other bytes.
  const hash = createHash('sha256').update('stored zip, form 1\n');
  function add({ key, path, size, crc32, modified }: ArchiveFile): void {
    const entry = { key, name: names.add(path), size, crc32, modified: toSeconds(modified) };
    table.add(entry);
    hash.update(JSON.stringify([key, entry.name, size, crc32, entry.modified]));
  }

  return {
    add,
    addText({ path, text, modified }) {
      const bytes = Buffer.from(text);
      texts.set(table.count, bytes);
      add({ key: `text:${text}`, path, size: bytes.length, crc32: crc32(bytes), modified });
    },
    finish: () => new StoredLayout(table, texts, `"${hash.digest('base64url').slice(0, 22)}"`),
  };
}

function toSeconds(milliseconds: number): number {
  return Math.min(Math.max(Math.floor(milliseconds / 1000), earliest), latest);
}

class StoredLayout implements ArchiveLayout {
  readonly size: number;
  readonly etag: string;
  readonly #table: EntryTable;
  /** By index of the entry. */
  readonly #texts: ReadonlyMap<number, Buffer>;
  readonly #end: Buffer;

  constructor(table: EntryTable, texts: ReadonlyMap<number, Buffer>, etag: string) {
    const { count, directoryStart: start, directorySize: size } = table;
    this.#table = table;
    this.#texts = texts;
    table.trim();
    this.#end = endOfArchive({ count, start, size });
    this.etag = etag;
    this.size = start + size + this.#end.length;
  }

  get count(): number {
    return this.#table.count;
  }

  get byteLength(): number {
    return this.#table.byteLength;
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
    const index = this.#table.indexAt(position);
    const { key, size, ...record } = this.#table.get(index);
    const contentStart = this.#table.offsetOf(index + 1) - size;
    if (position >= contentStart) {
      const bytes = this.#texts.get(index);
      return bytes
        ? { kind: 'bytes', start: contentStart, bytes }
        : { kind: 'file', start: contentStart, key, size };
    }
    return { kind: 'bytes', start: record.offset, bytes: localHeader({ ...record, size }) };
  }

  #atDirectory(position: number): Segment {
    const index = this.#table.indexInDirectory(position);
    const start = this.#table.directoryStart + this.#table.directoryOffsetOf(index);
    return { kind: 'bytes', start, bytes: centralHeader(this.#table.get(index)) };
  }
}
