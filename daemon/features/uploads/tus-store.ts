import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/formats/primitives.js';
import type { Staging } from '../../storage/staging.ts';
import type { Finisher } from './finisher.ts';
import type { UploadLease } from './locks.ts';
import type { UploadService } from './service.ts';
import type { UploadRecord } from './types.ts';

interface Deps {
  staging: Staging;
  uploads: UploadService;
  finisher: Finisher;
}

/** The request that has the lock of an upload. */
interface Writer {
  req: IncomingMessage;
  /** Fires when another request wants the upload: the writer ends with the bytes that have arrived. */
  signal: AbortSignal;
  lease: UploadLease;
  /** The unfinished upload as read since then. */
  record?: UploadRecord;
}

/**
 * The store of the tus server. Its state is in our database, finished uploads still answer, bytes come from the request
 * itself, and nothing is read: files are served by the share they belong to.
 */
export class TusStore extends DataStore {
  readonly #deps: Deps;
  readonly #writers = new Map<string, Writer>();
  readonly #questions = new Map<string, UploadRecord>();

  constructor(deps: Deps) {
    super();
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

  /**
   * Until `forget`, questions about the upload need not read it again: only its state changes, and what is staged says
   * whether it has.
   */
  remember(upload: UploadRecord): void {
    this.#questions.set(upload.id, upload);
  }

  forget(id: string): void {
    this.#questions.delete(id);
  }

  /** Begins the upload; its reservation already exists. */
  override async create(upload: Upload): Promise<Upload> {
    await this.#deps.staging.begin(upload.id);
    return upload;
  }

  /** The stream that the library passes is empty, because it never had the body. */
  override async write(nothing: Readable, id: string, offset: number): Promise<number> {
    nothing.resume();
    const writer = this.#writers.get(id);
    if (!writer) throw new Error('a write without a lock');
    const record = writer.record ?? (await this.#find(id));
    if (record.state === 'committed') return offset;
    return this.#append(record, writer, offset);
  }

  async #append(record: UploadRecord, { req, signal, lease }: Writer, offset: number): Promise<number> {
    const received = await this.#deps.staging
      .append(record.id, req, {
        offset,
        fence: lease.fence,
        limit: record.length,
        signal,
        isDigested: record.kind === 'file',
        onStored: this.#recordEvery(progressEvery, record, lease),
      })
      .catch(async (error: unknown) => {
        await this.#noteFailure(record, lease, error);
        throw error;
      });
    if (received.offset < record.length) await this.#record(record, received.offset, lease);
    if (received.outcome === 'too_long') throw new AppError('upload_too_long');
    return received.offset;
  }

  /** After a failed sync, bytes may be lost without a sign, so no upload may continue from them. */
  async #noteFailure(record: UploadRecord, lease: UploadLease, error: unknown): Promise<void> {
    const { staging, finisher } = this.#deps;
    if (error instanceof AppError && error.code === 'storage_failed') {
      await finisher.discard(record, lease);
      return;
    }
    try {
      const size = (await staging.size(record.id)) ?? record.length;
      if (size < record.length) await this.#record(record, size, lease);
    } catch {
      // The first error is the one that is reported.
    }
  }

  /** The offset is the size of what is staged; only for a finished upload it is the whole length. */
  override async getUpload(id: string): Promise<Upload> {
    const writer = this.#writers.get(id);
    // Before the request had the lock, another may have changed the upload.
    const record = (writer ? null : this.#questions.get(id)) ?? (await this.#find(id));
    const offset = await this.#offsetOf(record);
    if (writer && offset < record.length) writer.record = record;
    return new Upload({ id, size: record.length, offset });
  }

  override async remove(id: string): Promise<void> {
    const record = await this.#find(id);
    const lease = this.#writers.get(id)?.lease;
    if (!lease) throw new Error('a removal without a lock');
    if (record.state === 'committed') throw new AppError('upload_finished');
    if (!(await this.#deps.finisher.discard(record, lease))) throw new AppError('upload_finished');
  }

  /**
   * Records progress during a request, which may last for hours: others must see that the upload is alive, and a
   * discarded upload must end.
   */
  #recordEvery(
    milliseconds: number,
    record: UploadRecord,
    lease: UploadLease,
  ): (offset: number) => Promise<void> {
    let next = performance.now() + milliseconds;
    return async (offset) => {
      if (performance.now() < next) return;
      next = performance.now() + milliseconds;
      await this.#record(record, offset, lease);
    };
  }

  /** @throws AppError `upload_not_found`, or `upload_locked` when another server has taken over */
  async #record(record: UploadRecord, offset: number, lease: UploadLease): Promise<void> {
    const { uploads, finisher } = this.#deps;
    if (await uploads.recordReceived(record, offset, lease)) return;
    if (await uploads.find(record.id)) throw new AppError('upload_locked');
    // It may have begun anew after it was discarded.
    await finisher.removeBytes(record.id);
    throw new AppError('upload_not_found');
  }

  async #offsetOf(record: UploadRecord): Promise<number> {
    if (record.state === 'committed') return record.length;
    const staged = await this.#deps.staging.size(record.id);
    if (staged !== null && staged < record.length) return staged;
    // The file is complete or moved already: a run that commits it may be in progress, and may still fail.
    if (await this.#deps.finisher.finishIfComplete(record)) return record.length;
    // If the upload exists, none of its bytes is there.
    await this.#find(record.id);
    return 0;
  }

  async #find(id: string): Promise<UploadRecord> {
    const record = await this.#deps.uploads.find(id as UploadId);
    if (!record) throw new AppError('upload_not_found');
    return record;
  }
}

/** Milliseconds between records of an upload's progress. */
const progressEvery = 2000;
