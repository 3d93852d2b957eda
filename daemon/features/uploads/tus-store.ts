import { constants, type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/formats/primitives.js';
import type { BlobStore } from '../../storage/blob-store.ts';
import type { Digester } from '../../transfer/digester.ts';
import { readWhole, receive } from '../../transfer/receive.ts';
import type { Finisher } from './finisher.ts';
import type { UploadService } from './service.ts';
import { stagedPath, stagedSize } from './staging.ts';
import type { UploadRecord } from './types.ts';
import type { WholeFiles } from './whole-files.ts';

interface Deps {
  blobs: BlobStore;
  uploads: UploadService;
  finisher: Finisher;
  wholeFiles: WholeFiles;
  digester: Digester;
  /** Syncs to the disk at the end of every request. */
  syncsRequests: boolean;
}

/** The request that has the lock of an upload. */
interface Writer {
  req: IncomingMessage;
  /** Fires when another request wants the upload: the writer ends with the bytes that have arrived. */
  signal: AbortSignal;
  upload: UploadRecord;
  isWhole: boolean;
}

/**
 * The file store of the tus server. Its state is in our database instead of side files, finished uploads still answer,
 * bytes are written our own way, and nothing is read: files are served by the share they belong to.
 */
export class TusStore extends FileStore {
  readonly #deps: Deps;
  readonly #writers = new Map<string, Writer>();

  constructor(deps: Deps) {
    super({ directory: deps.blobs.stagingDirectory, configstore: noSideFiles });
    this.#deps = deps;
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  }

  /** Until `detach`, the bytes written to the upload are read from this request. */
  attach(id: string, writer: Writer): void {
    this.#writers.set(id, writer);
  }

  detach(id: string): void {
    this.#writers.delete(id);
  }

  /** Creates the file of the upload; its reservation already exists. */
  override async create(upload: Upload): Promise<Upload> {
    if (this.#writers.get(upload.id)?.isWhole) return upload;
    const file = await open(this.#path(upload.id), 'wx', 0o600);
    await file.close();
    return upload;
  }

  /** The stream that the library passes is empty, because it never had the body. */
  override async write(nothing: Readable, id: string, offset: number): Promise<number> {
    nothing.resume();
    const writer = this.#writers.get(id);
    if (!writer) throw new Error('a write without a lock');
    if (writer.isWhole) return this.#takeWhole(writer);
    const record = await this.#find(id);
    if (record.state === 'committed') return offset;
    return this.#append(record, writer, offset);
  }

  async #takeWhole({ req, signal, upload }: Writer): Promise<number> {
    const bytes = await readWhole(req, upload.length, signal);
    // The client has not learned the URL: there is nothing to resume.
    if (!bytes) throw new AppError('upload_not_found');
    await this.#deps.wholeFiles.add(upload, bytes);
    return upload.length;
  }

  async #append(record: UploadRecord, { req, signal }: Writer, offset: number): Promise<number> {
    const { digester, syncsRequests } = this.#deps;
    const path = this.#path(record.id);
    const recordNow = this.#recordEvery(progressEvery, record);
    // In a copy of the data folder the file can be missing. Create it only at offset 0: later it would begin with a
    // hole.
    const isStart = offset === 0;
    const file = await open(path, constants.O_RDWR | (isStart ? constants.O_CREAT : 0), 0o600);
    if (isStart) digester.forget(record.id);
    let isFailing = true;
    try {
      const received = await receive(req, {
        file,
        offset,
        limit: record.length,
        batchBytes: this.#writers.size > manyWriters ? crowdedBatchBytes : batchBytes,
        signal,
        async onWritten(written) {
          faultPoint('upload:written');
          if (record.kind === 'file') digester.follow(record.id, path, written);
          await recordNow(written);
        },
      });
      if (syncsRequests) await this.#sync(file, record);
      if (received.outcome === 'too_long') throw new AppError('upload_too_long');
      isFailing = false;
      return received.offset;
    } finally {
      const noted = this.#closeNoting(file, record);
      // Report the first error.
      await (isFailing ? noted.catch(() => undefined) : noted);
    }
  }

  async #closeNoting(file: FileHandle, record: UploadRecord): Promise<void> {
    try {
      const { size } = await file.stat();
      if (size < record.length) await this.#deps.uploads.recordReceived(record, size);
    } finally {
      await file.close();
    }
  }

  /** Syncs the file. If that fails, bytes may be lost without a sign, so no upload may continue from them. */
  async #sync(file: FileHandle, record: UploadRecord): Promise<void> {
    try {
      await this.#deps.blobs.sync(file);
    } catch (error) {
      await this.#deps.finisher.discard(record);
      throw error;
    }
  }

  /** The offset is the size on the disk; only for a finished upload it is the whole length. */
  override async getUpload(id: string): Promise<Upload> {
    const record = await this.#find(id);
    return new Upload({ id, size: record.length, offset: await this.#offsetOf(record) });
  }

  override async remove(id: string): Promise<void> {
    const record = await this.#find(id);
    if (record.state === 'committed') throw new AppError('upload_finished');
    if (!(await this.#deps.finisher.discard(record))) throw new AppError('upload_finished');
  }

  override read(): never {
    throw new AppError('not_found');
  }

  /** The library's own would remove finished files; ours is a job. */
  override async deleteExpired(): Promise<number> {
    return 0;
  }

  /**
   * Records progress during a request, which may last for hours: others must see that the upload is alive, and a
   * discarded upload must end.
   */
  #recordEvery(milliseconds: number, record: UploadRecord): (offset: number) => Promise<void> {
    let next = performance.now() + milliseconds;
    return async (offset) => {
      if (performance.now() < next) return;
      next = performance.now() + milliseconds;
      if (!(await this.#deps.uploads.recordReceived(record, offset))) throw new AppError('upload_not_found');
    };
  }

  async #offsetOf(record: UploadRecord): Promise<number> {
    if (record.state === 'committed') return record.length;
    const staged = await stagedSize(this.#deps.blobs, record.id);
    if (staged !== null && staged < record.length) return staged;
    // The file is complete or moved already: a run that commits it may be in progress, and may still fail.
    if (await this.#deps.finisher.finishIfComplete(record)) return record.length;
    // The upload exists, because its row does, but the disk has none of its bytes.
    return 0;
  }

  #path(id: string): string {
    return stagedPath(this.#deps.blobs, id as UploadId);
  }

  async #find(id: string): Promise<UploadRecord> {
    const record = await this.#deps.uploads.find(id as UploadId);
    if (!record) throw new AppError('upload_not_found');
    return record;
  }
}

/** Bytes written at once; fewer when there are so many writers that their memory adds up. */
const batchBytes = 1024 * 1024;
const crowdedBatchBytes = 256 * 1024;
const manyWriters = 4;

/** Milliseconds between records of an upload's progress. */
const progressEvery = 2000;

const noSideFiles = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};
