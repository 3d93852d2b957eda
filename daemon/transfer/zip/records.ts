/**
 * The records of a ZIP archive (PKWARE APPNOTE 6.3.10) with uncompressed entries: sizes and CRC-32 are known
 * beforehand, so headers are complete and no data descriptors are needed.
 */
export interface EntryRecord {
  name: string;
  size: number;
  crc32: number;
  /** Seconds since 1970, within {@link earliest} and {@link latest}. */
  modified: number;
  /** Position of the local header. */
  offset: number;
}

/** The range of DOS dates: 1980 to 2107. */
export const earliest = Date.UTC(1980, 0, 1) / 1000;
export const latest = Date.UTC(2107, 11, 31, 23, 59, 58) / 1000;

const max16 = 0xffff;
const max32 = 0xffffffff;

const storedMethod = 0;
/** Names are in UTF-8. */
const nameFlag = 1 << 11;
const folderVersion = 20;
const zip64Version = 45;
/** Made on Unix, so that the attributes are a mode. */
const madeBy = (3 << 8) | zip64Version;
const regularFile0644 = 0o100644 * 0x10000;

/** The properties that determine the length of the headers. */
export interface HeaderFacts extends Pick<EntryRecord, 'size' | 'modified' | 'offset'> {
  /** Bytes of the name. */
  nameLength: number;
}

/** Bytes of {@link localHeader}. */
export function localHeaderLength({ nameLength, size, modified }: HeaderFacts): number {
  return 30 + nameLength + (isLargeLocally({ size }) ? 4 + 16 : 0) + timeExtraLength({ modified });
}

/** Bytes of {@link centralHeader}. */
export function centralHeaderLength({ nameLength, ...facts }: HeaderFacts): number {
  return 46 + nameLength + (isLargeInDirectory(facts) ? 4 + 24 : 0) + timeExtraLength(facts);
}

/** §4.3.7 */
export function localHeader(entry: EntryRecord): Buffer {
  const name = Buffer.from(entry.name);
  const isLarge = isLargeLocally(entry);
  const zip64 = zip64Extra(isLarge ? [entry.size, entry.size] : []);
  const extra = Buffer.concat([zip64, timeExtra(entry)]);
  const size = isLarge ? max32 : entry.size;
  const writer = new RecordWriter(30)
    .u32(0x04034b50)
    .u16(isLarge ? zip64Version : folderVersion)
    .u16(nameFlag)
    .u16(storedMethod)
    .dosTime(entry.modified)
    .u32(entry.crc32)
    .u32(size)
    .u32(size)
    .u16(name.length)
    .u16(extra.length);
  return Buffer.concat([writer.bytes, name, extra]);
}

/** §4.3.12 */
export function centralHeader(entry: EntryRecord): Buffer {
  const name = Buffer.from(entry.name);
  const isLarge = isLargeInDirectory(entry);
  const zip64 = zip64Extra(isLarge ? [entry.size, entry.size, entry.offset] : []);
  const extra = Buffer.concat([zip64, timeExtra(entry)]);
  const [size, offset] = isLarge ? [max32, max32] : [entry.size, entry.offset];
  const writer = new RecordWriter(46)
    .u32(0x02014b50)
    .u16(madeBy)
    .u16(isLarge ? zip64Version : folderVersion)
    .u16(nameFlag)
    .u16(storedMethod)
    .dosTime(entry.modified)
    .u32(entry.crc32)
    .u32(size)
    .u32(size)
    .u16(name.length)
    .u16(extra.length)
    .u16(0) // comment
    .u16(0) // disk
    .u16(0) // internal attributes
    .u32(regularFile0644)
    .u32(offset);
  return Buffer.concat([writer.bytes, name, extra]);
}

export interface DirectoryFacts {
  count: number;
  start: number;
  size: number;
}

/**
 * Writes the records after the central directory: §4.3.16, preceded by §4.3.14 and §4.3.15 when a field is too small.
 */
export function endOfArchive({ count, start, size }: DirectoryFacts): Buffer {
  const end = new RecordWriter(22)
    .u32(0x06054b50)
    .u16(0) // this disk
    .u16(0) // disk of the directory
    .u16(Math.min(count, max16))
    .u16(Math.min(count, max16))
    .u32(Math.min(size, max32))
    .u32(Math.min(start, max32))
    .u16(0); // comment
  if (count < max16 && size < max32 && start < max32) return end.bytes;
  const zip64End = new RecordWriter(56)
    .u32(0x06064b50)
    .u64(56 - 12)
    .u16(madeBy)
    .u16(zip64Version)
    .u32(0) // this disk
    .u32(0) // disk of the directory
    .u64(count)
    .u64(count)
    .u64(size)
    .u64(start);
  const locator = new RecordWriter(20)
    .u32(0x07064b50)
    .u32(0) // disk of the record
    .u64(start + size)
    .u32(1); // disks
  return Buffer.concat([zip64End.bytes, locator.bytes, end.bytes]);
}

function isLargeLocally({ size }: Pick<EntryRecord, 'size'>): boolean {
  return size >= max32;
}

/** Writes all three values or none: unzip 6.0 takes a lone offset for a size after an entry of exactly 2^32−1 bytes. */
function isLargeInDirectory({ size, offset }: Pick<EntryRecord, 'size' | 'offset'>): boolean {
  return size >= max32 || offset >= max32;
}

function zip64Extra(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const writer = new RecordWriter(4 + values.length * 8).u16(0x0001).u16(values.length * 8);
  for (const value of values) writer.u64(value);
  return writer.bytes;
}

/**
 * "UT", the time in UTC: DOS times have no zone, and a resolution of two seconds. The field is signed, so it reaches
 * only to 2038.
 */
function timeExtra({ modified }: EntryRecord): Buffer {
  if (timeExtraLength({ modified }) === 0) return Buffer.alloc(0);
  return new RecordWriter(9).u16(0x5455).u16(5).u8(1).u32(modified).bytes;
}

function timeExtraLength({ modified }: Pick<EntryRecord, 'modified'>): number {
  return modified > 0x7fffffff ? 0 : 9;
}

/** Writes fields one after the other, all little-endian. */
class RecordWriter {
  readonly bytes: Buffer;
  #at = 0;

  constructor(length: number) {
    this.bytes = Buffer.alloc(length);
  }

  u8(value: number): this {
    this.#at = this.bytes.writeUInt8(value, this.#at);
    return this;
  }

  u16(value: number): this {
    this.#at = this.bytes.writeUInt16LE(value, this.#at);
    return this;
  }

  u32(value: number): this {
    this.#at = this.bytes.writeUInt32LE(value, this.#at);
    return this;
  }

  u64(value: number): this {
    this.#at = this.bytes.writeBigUInt64LE(BigInt(value), this.#at);
    return this;
  }

  dosTime(seconds: number): this {
    const date = new Date(seconds * 1000);
    const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
    const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
    return this.u16(time).u16(day);
  }
}
