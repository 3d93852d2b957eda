import { type ByteSource, ShortSourceError, WrongSizeError } from '../byte-source.ts';
import type { ArchiveLayout } from './layout.ts';

/** A file of an archive cannot be read, or differs from what was recorded. */
export class ArchiveFileError extends Error {
  override readonly name = 'ArchiveFileError';
  readonly key: string;

  constructor(key: string, cause: unknown) {
    super(`file ${key} cannot go into the archive`, { cause });
    this.key = key;
  }
}

/** Opens a file of the archive by its key; `size` is its size in the layout. */
export type OpenArchiveFile = (key: string, size: number) => Promise<ByteSource>;

/**
 * Number of small files that are opened at a time. Including the file that continues in the next read, no more are ever
 * open.
 */
const openWidth = 8;

/**
 * Opens the archive of a layout, to be read at any position. Files are opened when their bytes are needed. A read fails
 * with {@link ArchiveFileError} when a file is missing or its size differs from the layout: nothing is ever left out
 * silently. Only one read may run at a time.
 */
export function openArchive(layout: ArchiveLayout, openFile: OpenArchiveFile): ByteSource {
  return new ArchiveSource(layout, openFile);
}

/** Bytes of a file that a read needs. */
interface Slice {
  key: string;
  /** Size of the whole file. */
  size: number;
  /** Position in the file. */
  start: number;
  target: Uint8Array;
}

class ArchiveSource implements ByteSource {
  readonly size: number;
  readonly #layout: ArchiveLayout;
  readonly #openFile: OpenArchiveFile;
  /** The file at the end of the previous read, which usually continues in the next. */
  #current: { key: string; source: ByteSource } | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(layout: ArchiveLayout, openFile: OpenArchiveFile) {
    this.#layout = layout;
    this.#openFile = openFile;
    this.size = layout.size;
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    // A read that had to wait may run after `close`: nobody would close the file it opens.
    if (this.#isClosed) throw new Error('read from a closed archive');
    const wanted = Math.max(0, Math.min(buffer.byteLength, this.size - position));
    const slices = this.#plan(buffer.subarray(0, wanted), position);
    const reading = this.#readSlices(slices);
    this.#running = reading.catch(() => undefined);
    await reading;
    return wanted;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#closeCurrent();
  }

  /** Writes the archive's own bytes into the buffer and returns the slices to read from files. */
  #plan(buffer: Uint8Array, position: number): Slice[] {
    const slices: Slice[] = [];
    let filled = 0;
    while (filled < buffer.byteLength) {
      const segment = this.#layout.at(position + filled);
      const start = position + filled - segment.start;
      const length = segment.kind === 'file' ? segment.size : segment.bytes.byteLength;
      const target = buffer.subarray(filled, filled + length - start);
      if (segment.kind === 'file') slices.push({ key: segment.key, size: segment.size, start, target });
      else target.set(segment.bytes.subarray(start, start + target.byteLength));
      filled += target.byteLength;
    }
    return slices;
  }

  async #readSlices(slices: readonly Slice[]): Promise<void> {
    // The reader has moved to another position of the archive.
    if (slices[0]?.key !== this.#current?.key) await this.#closeCurrent();
    const queue = slices.values();
    let hasFailed = false;
    const work = async () => {
      for (const slice of queue) {
        if (hasFailed) return;
        try {
          await this.#readSlice(slice);
        } catch (error) {
          hasFailed = true;
          throw new ArchiveFileError(slice.key, error);
        }
      }
    };
    const results = await Promise.allSettled(
      Array.from({ length: Math.min(openWidth, slices.length) }, work),
    );
    // Wait for all of them: nothing may be written into the buffer after the read has failed.
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async #readSlice({ key, size, start, target }: Slice): Promise<void> {
    const current = this.#current;
    const source = current?.key === key ? current.source : await this.#openFile(key, size);
    const isLast = start + target.byteLength === size;
    // Set before anything can fail, so that closing the archive closes it. The previous file is at its end: its own
    // slice closes it.
    if (!isLast) this.#current = { key, source };
    try {
      if (source.size !== size) throw new WrongSizeError(source.size, size);
      const count = await source.read(target, start);
      if (count < target.byteLength) throw new ShortSourceError(start + count);
    } finally {
      if (isLast) await this.#finish(source);
    }
  }

  async #finish(source: ByteSource): Promise<void> {
    if (this.#current?.source === source) this.#current = undefined;
    await source.close();
  }

  async #closeCurrent(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    await current?.source.close();
  }
}
