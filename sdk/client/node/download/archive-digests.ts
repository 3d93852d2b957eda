import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { ShareFile } from '../../../contract/files.ts';
import { ByteQueue } from './byte-queue.ts';

/**
 * Content that was downloaded differs from what the server announced.
 *
 * @example
 * if (error instanceof FilesDamagedError) console.error(`Damaged: ${error.paths.join(', ')}`);
 */
export class FilesDamagedError extends Error {
  override readonly name = 'FilesDamagedError';
  /** Paths of the damaged files in the share. */
  readonly paths: readonly string[];

  constructor(files: readonly Pick<ShareFile, 'path'>[]) {
    super(`${files.length} files are damaged`);
    this.paths = files.map(({ path }) => path);
  }
}

/**
 * Yields the same bytes, and compares the files in them at the end.
 *
 * @throws FilesDamagedError
 */
export async function* comparingArchive(
  chunks: AsyncIterable<Uint8Array>,
  files: readonly ShareFile[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const copy = new PassThrough();
  const comparing = findDamagedFiles(copy, files);
  // Reported below, unless reading has ended early.
  comparing.catch(() => undefined);
  try {
    for await (const chunk of chunks) {
      if (!copy.write(chunk)) await once(copy, 'drain');
      yield chunk;
    }
    copy.end();
    const damaged = await comparing;
    if (damaged.length > 0) throw new FilesDamagedError(damaged);
  } finally {
    copy.destroy();
  }
}

/**
 * Yields the same bytes, and compares them with the file's SHA-256 at the end.
 *
 * @throws FilesDamagedError
 */
export async function* comparingFile(
  chunks: AsyncIterable<Uint8Array>,
  file: ShareFile,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== file.sha256) throw new FilesDamagedError([file]);
}

/**
 * Compares the entries of a ZIP archive with the files of a share while the archive is read, and finds the files whose
 * content is not in it. Names are not compared: an archive changes those that some systems do not allow.
 */
export async function findDamagedFiles(
  archive: AsyncIterable<Uint8Array>,
  files: readonly ShareFile[],
): Promise<ShareFile[]> {
  const missing = new Map<string, ShareFile[]>();
  for (const file of files) missing.set(file.sha256, [...(missing.get(file.sha256) ?? []), file]);
  for await (const digest of digestEntries(archive)) missing.get(digest)?.pop();
  const damaged = new Set([...missing.values()].flat());
  return files.filter((file) => damaged.has(file));
}

const signatures = { entry: 0x04034b50, descriptor: 0x08074b50 } as const;
const methods = { stored: 0, deflated: 8 } as const;
const headerBytes = 30;
/** Bit 3 of the flags: sizes follow the content (APPNOTE.TXT, section 4.4.4). */
const sizesFollow = 0x08;
/** Stands for a size that is in the ZIP64 field. */
const inZip64 = 0xffff_ffff;

/** Yields the SHA-256 of each entry. What does not look like an entry ends it, as the directory does. */
async function* digestEntries(archive: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const queue = new ByteQueue(archive);
  try {
    for (let entry = await readHeader(queue); entry; entry = await readHeader(queue)) {
      const digest = await digestContent(queue, entry);
      if (digest === null) break;
      yield digest;
    }
    // An archive that is written elsewhere at the same time has to be read to its end.
    await queue.drain();
  } finally {
    await queue.close();
  }
}

interface EntryHeader {
  method: number;
  hasDescriptor: boolean;
  compressedSize: number;
}

async function readHeader(queue: ByteQueue): Promise<EntryHeader | null> {
  const header = await queue.read(headerBytes);
  if (header?.readUInt32LE(0) !== signatures.entry) return null;
  const name = await queue.read(header.readUInt16LE(26));
  const extra = await queue.read(header.readUInt16LE(28));
  if (!name || !extra) return null;
  const [compressed, size] = [header.readUInt32LE(18), header.readUInt32LE(22)];
  return {
    method: header.readUInt16LE(8),
    hasDescriptor: (header.readUInt16LE(6) & sizesFollow) !== 0,
    compressedSize: compressed === inZip64 ? readZip64Size(extra, size === inZip64) : compressed,
  };
}

/** The ZIP64 field (id 1) has the size, if it is left out of the header, then the compressed size. */
function readZip64Size(extra: Buffer, hasSize: boolean): number {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const position = at + 4 + (hasSize ? 8 : 0);
    if (extra.readUInt16LE(at) === 1 && position + 8 <= extra.length) {
      return Number(extra.readBigUInt64LE(position));
    }
  }
  return inZip64;
}

/** Returns null if the content ends early, or is not in a form that servers write. */
async function digestContent(
  queue: ByteQueue,
  { method, hasDescriptor, compressedSize }: EntryHeader,
): Promise<string | null> {
  const hash = createHash('sha256');
  if (method === methods.deflated) {
    const isWhole = await inflate(queue, hash);
    if (!isWhole || (hasDescriptor && !(await skipDescriptor(queue, isWhole)))) return null;
    return hash.digest('hex');
  }
  if (method !== methods.stored || hasDescriptor) return null;
  let left = compressedSize;
  while (left > 0) {
    const chunk = await queue.readSome(left);
    if (!chunk) return null;
    hash.update(chunk);
    left -= chunk.byteLength;
  }
  return hash.digest('hex');
}

interface Inflated {
  compressed: number;
  size: number;
}

/** Inflates up to the end that deflated data has in itself; null if it does not come or the data is invalid. */
async function inflate(queue: ByteQueue, hash: Hash): Promise<Inflated | null> {
  const inflater = createInflateRaw();
  let size = 0;
  inflater.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    size += chunk.byteLength;
  });
  let given = 0;
  try {
    for (;;) {
      const chunk = await queue.readSome(Number.POSITIVE_INFINITY);
      if (!chunk) return null;
      given += chunk.byteLength;
      await write(inflater, chunk);
      const rest = given - inflater.bytesWritten;
      if (rest === 0) continue;
      queue.unread(chunk.subarray(chunk.byteLength - rest));
      // The last bytes may not have come out yet.
      if (!inflater.readableEnded) await once(inflater, 'end');
      return { compressed: inflater.bytesWritten, size };
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'Z_DATA_ERROR') return null;
    throw error;
  } finally {
    inflater.destroy();
  }
}

function write(inflater: ReturnType<typeof createInflateRaw>, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    inflater.once('error', reject);
    inflater.write(chunk, () => {
      inflater.off('error', reject);
      resolve();
    });
  });
}

/** False at the end of the bytes. */
async function skipDescriptor(queue: ByteQueue, { compressed, size }: Inflated): Promise<boolean> {
  const sizeBytes = compressed > inZip64 || size > inZip64 ? 16 : 8;
  const descriptor = await queue.read(4 + sizeBytes);
  if (!descriptor) return false;
  // The signature may be left out.
  return descriptor.readUInt32LE(0) !== signatures.descriptor || (await queue.read(4)) !== null;
}
