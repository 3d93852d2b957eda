import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ZipArchive } from 'archiver';
import { type ByteSource, ShortSourceError, WrongSizeError } from '../byte-source.ts';
import { createArchiveNames } from './names.ts';
import { ArchiveFileError } from './read.ts';

export interface CompressedEntry {
  /** Identifies the file in errors. */
  key: string;
  /** Folders and name, joined by `/`. */
  path: string;
  size: number;
  crc32: number;
  /** Milliseconds since 1970. */
  modified: number;
  open(): Promise<ByteSource>;
}

export interface CompressOptions {
  entries: AsyncIterable<readonly CompressedEntry[]>;
  /** Stores the bytes of the archive to their end, and returns how many there are. */
  write(bytes: Readable): Promise<number>;
  /** 1 to 9 */
  level: number;
  signal: AbortSignal;
  /** Called and awaited for all bytes that are read; throwing ends the work. */
  onRead?: (bytes: number) => Promise<void>;
}

/**
 * Limit of what archiver can handle: it keeps all entries and writes the directory at once, which takes 10 KB of memory
 * per entry and blocks the event loop.
 */
export const maxCompressedEntries = 10_000;

const chunkBytes = 256 * 1024;

/**
 * Writes a compressed archive, with one file open at a time, and returns its size. The archive is complete when this
 * resolves, and useless when it rejects.
 *
 * Only the format is left to archiver: it swallows errors of its sources, and if it gets all sources at once, it opens
 * them all at once.
 *
 * @throws ArchiveFileError when a file is missing, or differs from what was recorded
 */
export async function writeCompressedArchive({
  write,
  level,
  signal,
  ...input
}: CompressOptions): Promise<number> {
  signal.throwIfAborted();
  // Most instances never compress, so archiver with its 18 MB is loaded only when it is needed.
  const { ZipArchive } = await import('archiver');
  const archive = new ZipArchive({ zlib: { level } });
  const stopped = new AbortController();
  const stop = (error: unknown) => {
    if (stopped.signal.aborted) return;
    stopped.abort(error);
    archive.destroy();
  };
  const abort = () => stop(signal.reason);
  // Errors can occur at any time, even after the end of the pipeline.
  archive.on('error', stop);
  signal.addEventListener('abort', abort, { once: true });
  try {
    const writing = write(archive).catch(stop);
    await feed(archive, input, stopped.signal).catch(stop);
    const size = await writing;
    stopped.signal.throwIfAborted();
    return size ?? 0;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

type Input = Pick<CompressOptions, 'entries' | 'onRead'>;

async function feed(archive: ZipArchive, { entries, onRead }: Input, signal: AbortSignal): Promise<void> {
  const names = createArchiveNames();
  for await (const batch of entries) {
    for (const entry of batch) {
      try {
        await append(archive, { ...entry, path: names.add(entry.path), onRead }, signal);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    }
  }
  // Its promise may never settle; the end of the pipeline is what counts.
  archive.finalize().catch(() => undefined);
}

type Appended = CompressedEntry & { onRead: CompressOptions['onRead'] | undefined };

async function append(archive: ZipArchive, entry: Appended, signal: AbortSignal): Promise<void> {
  const file = await explain(entry, () => entry.open());
  const chunks = Readable.from(readWhole(file, entry), { objectMode: false, highWaterMark: chunkBytes });
  let interrupt = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      interrupt = () => reject(signal.reason);
      signal.addEventListener('abort', interrupt, { once: true });
      chunks.on('error', reject);
      archive.once('entry', () => resolve());
      archive.append(chunks, { name: entry.path, date: new Date(entry.modified), mode: 0o644 });
      if (signal.aborted) interrupt();
    });
  } finally {
    signal.removeEventListener('abort', interrupt);
    chunks.destroy();
    await file.close();
  }
}

async function* readWhole(file: ByteSource, entry: Appended): AsyncGenerator<Buffer> {
  const { size, onRead } = entry;
  let checksum = 0;
  for (let position = 0; position < size; ) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size - position));
    const count = await explain(entry, () => file.read(chunk, position));
    if (count < chunk.length) throw new ArchiveFileError(entry.key, new ShortSourceError(position + count));
    checksum = crc32(chunk, checksum);
    position += count;
    await onRead?.(count);
    yield chunk;
  }
  if (file.size !== size) throw new ArchiveFileError(entry.key, new WrongSizeError(file.size, size));
  if (checksum !== entry.crc32) throw new ArchiveFileError(entry.key, new Error('the CRC-32 does not match'));
}

async function explain<T>({ key }: CompressedEntry, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ArchiveFileError(key, error);
  }
}
