import { constants } from 'node:fs';
import { type FileHandle, open, opendir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import { type ByteSource, MissingSourceError, ShortSourceError } from '../../transfer/byte-source.ts';
import type { FileDigests } from '../../transfer/digests.ts';
import { type Received, receive } from '../../transfer/receive.ts';
import { freeChunks } from '../../transfer/received-memory.ts';
import type { StoredBytes } from '../blobs.ts';
import type { AppendOptions, JoinOptions, StagedPart, Staging } from '../staging.ts';
import { UploadWriters } from '../upload-writers.ts';
import type { LocalBlobs } from './blobs.ts';
import { createDigester, type Digester } from './digester.ts';
import type { LocalDisk } from './disk.ts';
import { openFileSource } from './file-source.ts';
import { isMissing, lstatOrNull, privateFile } from './files.ts';
import type { Quarantine } from './quarantine.ts';

interface Deps {
  /** On the file system of the blobs, so that a finished upload can be moved. */
  directory: string;
  blobs: LocalBlobs;
  disk: LocalDisk;
  quarantine: Quarantine;
}

/** Bytes written at once; fewer when there are so many writers that their memory adds up. */
const batchBytes = 1024 * 1024;
const crowdedBatchBytes = 256 * 1024;
const manyWriters = 4;

/**
 * Stages each upload as a file. Its size says which bytes are safe, because they are written in order. A thread digests
 * the file behind its writer.
 */
export class LocalStaging implements Staging {
  readonly #deps: Deps;
  readonly #digester: Digester = createDigester();
  readonly #writers = new UploadWriters();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async begin(id: string): Promise<void> {
    const file = await open(this.#pathOf(id), 'wx', privateFile);
    await file.close();
  }

  async append(id: string, source: Readable, options: AppendOptions): Promise<Received> {
    return this.#writers.run(id, options.signal, (signal) => this.#write(id, source, { ...options, signal }));
  }

  /** The first part becomes the upload, and the others are copied: what is copied needs its space twice for a moment. */
  async join(id: string, parts: readonly StagedPart[], options: JoinOptions): Promise<void> {
    await this.#writers.run(id, new AbortController().signal, async (signal) => {
      if (options.offset === 0) await (await openOrCreate(this.#pathOf(id))).close();
      let start = options.offset;
      for (const part of parts) {
        signal.throwIfAborted();
        await this.#add(id, { ...part, start }, signal);
        start += part.size;
        if (options.isDigested) this.#digester.follow(id, this.#pathOf(id), start);
      }
    });
  }

  shutOut(id: string): Promise<void> {
    return this.#writers.endOf(id);
  }

  async size(id: string): Promise<number | null> {
    return (await lstatOrNull(this.#pathOf(id)))?.size ?? null;
  }

  async read(id: string): Promise<ByteSource> {
    try {
      return await openFileSource(this.#pathOf(id));
    } catch (error) {
      if (isMissing(error)) return this.#deps.blobs.open(id);
      throw error;
    }
  }

  async digest(id: string, size: number): Promise<FileDigests> {
    const isStaged = (await this.size(id)) !== null;
    if (!isStaged && (await this.#deps.blobs.stat(id)) === null) throw new MissingSourceError(id);
    const path = isStaged ? this.#pathOf(id) : this.#deps.blobs.localPath(id);
    return this.#digester.digest(id, path, size);
  }

  async finish(id: string, size: number, blobId = id): Promise<void> {
    const path = this.#pathOf(id);
    await this.#complete(path, size);
    faultPoint('finisher:synced');
    await this.#deps.blobs.adopt(blobId, path);
  }

  async discard(id: string): Promise<void> {
    this.#digester.forget(id);
    await rm(this.#pathOf(id), { force: true });
  }

  setAside(id: string): Promise<void> {
    return this.#deps.quarantine.add(this.#pathOf(id));
  }

  async *list(): AsyncIterable<StoredBytes> {
    const { directory } = this.#deps;
    for await (const entry of await opendir(directory)) {
      const stats = entry.isFile() ? await lstatOrNull(join(directory, entry.name)) : null;
      if (stats) yield { id: entry.name, size: stats.size, modified: stats.mtime };
    }
  }

  /** Stops the digest thread. */
  stop(): Promise<void> {
    return this.#digester.stop();
  }

  async #write(id: string, source: Readable, { isDigested, ...options }: AppendOptions): Promise<Received> {
    const { disk } = this.#deps;
    const path = this.#pathOf(id);
    const file = await openAt(path, options.offset);
    try {
      if (options.offset === 0) this.#digester.forget(id);
      const received = await receive(source, {
        ...options,
        batchBytes: this.#writers.size > manyWriters ? crowdedBatchBytes : batchBytes,
        write: async (chunks, offset) => {
          await writeAll(file, chunks, offset);
          freeChunks(source, chunks);
        },
        onWritten: async (size) => {
          faultPoint('upload:written');
          if (isDigested) this.#digester.follow(id, path, size);
          await options.onStored?.(size);
        },
      });
      if (disk.syncsAppends) await disk.sync(file);
      return received;
    } finally {
      await file.close();
    }
  }

  /** Adds a part of which any number of bytes may have been added before. */
  async #add(
    id: string,
    { start, ...part }: StagedPart & { start: number },
    signal: AbortSignal,
  ): Promise<void> {
    const [path, partPath] = [this.#pathOf(id), this.#pathOf(part.id)];
    const size = await this.size(id);
    if (size === null || size < start) throw new AppError('upload_offset_conflict');
    if (size < start + part.size) {
      const stored = await this.size(part.id);
      if (stored === null) throw new MissingSourceError(part.id);
      if (stored < part.size) throw new ShortSourceError(stored);
      if (size === 0) {
        this.#digester.forget(id);
        return rename(partPath, path);
      }
      await this.#copy(partPath, path, { from: size - start, end: part.size, start, signal });
    }
    await this.discard(part.id);
  }

  async #copy(
    source: string,
    target: string,
    { from, end, start, signal }: { from: number; end: number; start: number; signal: AbortSignal },
  ): Promise<void> {
    const { disk } = this.#deps;
    const reader = await openFileSource(source);
    try {
      const file = await open(target, constants.O_RDWR);
      try {
        const buffer = Buffer.allocUnsafe(Math.min(batchBytes, end - from));
        for (let position = from; position < end; ) {
          signal.throwIfAborted();
          const bytes = buffer.subarray(0, Math.min(buffer.length, end - position));
          if ((await reader.read(bytes, position)) < bytes.length) throw new ShortSourceError(position);
          await writeAll(file, [bytes], start + position);
          faultPoint('join:copied');
          position += bytes.length;
        }
        if (disk.syncsAppends) await disk.sync(file);
      } finally {
        await file.close();
      }
    } finally {
      await reader.close();
    }
  }

  /**
   * Makes a staged file complete and private, and durable if the policy requires it. Bytes beyond the size are cut off:
   * no request has sent them. Does nothing when there is no file.
   */
  async #complete(path: string, size: number): Promise<void> {
    const { disk } = this.#deps;
    const file = await openOrNull(path, constants.O_RDWR);
    if (!file) return;
    try {
      const { size: stored } = await file.stat();
      if (stored < size) throw new ShortSourceError(stored);
      if (stored > size) await file.truncate(size);
      await file.chmod(privateFile);
      if (disk.isDurable) await disk.sync(file);
    } finally {
      await file.close();
    }
  }

  /** Files that are no uploads can be in the folder too; no name may lead out of it. */
  #pathOf(name: string): string {
    if (/^\.{0,2}$/.test(name) || basename(name) !== name) throw new Error('not a staged name');
    return join(this.#deps.directory, name);
  }
}

/** Opens a staged file whose size is the offset: behind its end, it would get a hole. A lost file is created again. */
async function openAt(path: string, offset: number): Promise<FileHandle> {
  const file = await openOrNull(path, constants.O_RDWR | (offset === 0 ? constants.O_CREAT : 0));
  const isThere = file && (await file.stat()).size === offset;
  if (isThere) return file;
  await file?.close();
  throw new AppError('upload_offset_conflict');
}

const openOrCreate = (path: string) => open(path, constants.O_RDWR | constants.O_CREAT, privateFile);

async function openOrNull(path: string, flags: number): Promise<FileHandle | null> {
  try {
    return await open(path, flags, privateFile);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** A write may be short; the rest is written again until an error explains why. */
async function writeAll(file: FileHandle, chunks: Buffer[], offset: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks, offset);
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (bytesWritten === total) return;
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  let position = offset + bytesWritten;
  for (let done = 0; done < rest.length; ) {
    const result = await file.write(rest, done, rest.length - done, position);
    done += result.bytesWritten;
    position += result.bytesWritten;
  }
}
