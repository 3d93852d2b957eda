import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/primitives.js';
import type { BlobStore } from '../../storage/blob-store.ts';
import { receive } from '../../transfer/receive.ts';
import type { Finisher } from './finisher.ts';
import type { RunningDigests } from './running-digests.ts';
import type { UploadService } from './service.ts';
import { stagedPath, stagedSize } from './staging.ts';
import type { UploadRecord } from './types.ts';

interface Deps {
  blobs: BlobStore;
  uploads: UploadService;
  finisher: Finisher;
  digests: RunningDigests;
}

/**
 * The file store of the tus server, with its state in our database instead of side files, finished uploads that still
 * answer, our own way of writing, and no reading: files are served by the share they belong to.
 */
export class TusStore extends FileStore {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    super({ directory: deps.blobs.stagingDirectory, configstore: noSideFiles });
    this.#deps = deps;
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  }

  /** The reservation exists already; here its file comes into being. */
  override async create(upload: Upload): Promise<Upload> {
    const file = await open(this.#path(upload.id), 'wx', 0o600);
    await file.close();
    return upload;
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const record = await this.#find(id);
    if (record.state === 'committed') {
      readable.resume();
      return offset;
    }
    const file = await open(this.#path(id), 'r+');
    const digest = this.#deps.digests.at(record.id, offset);
    const onProgress = this.#recordEvery(progressEvery, record);
    try {
      return await receive(readable, {
        file,
        offset,
        onWritten: (chunk) => digest?.update(chunk),
        onProgress,
      });
    } finally {
      const { size } = await file.stat();
      await file.close();
      if (size < record.length) await this.#deps.uploads.recordReceived(record, size);
    }
  }

  /** The offset is what is on the disk; a finished upload says that everything is there. */
  override async getUpload(id: string): Promise<Upload> {
    const record = await this.#find(id);
    const offset =
      record.state === 'committed'
        ? record.length
        : ((await stagedSize(this.#deps.blobs, record.id)) ?? null);
    if (offset === null) throw new AppError('upload_not_found');
    return new Upload({ id, size: record.length, offset: Math.min(offset, record.length) });
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

  /** A request may last for hours: others must see that the upload is alive, and an upload given up must end. */
  #recordEvery(milliseconds: number, record: UploadRecord): (offset: number) => Promise<void> {
    let next = performance.now() + milliseconds;
    return async (offset) => {
      if (performance.now() < next) return;
      next = performance.now() + milliseconds;
      if (!(await this.#deps.uploads.recordReceived(record, offset))) throw new AppError('upload_not_found');
    };
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

/** Milliseconds between notes of how far an upload is. */
const progressEvery = 2000;

const noSideFiles = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};
