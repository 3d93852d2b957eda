import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/formats/primitives.js';
import type { Staging } from '../../storage/staging.ts';
import type { Finisher } from './finisher.ts';
import type { AppendBytes, Writer } from './receive/append-bytes.ts';
import type { UploadService } from './service.ts';
import type { UploadRecord } from './types.ts';

interface Deps {
  staging: Staging;
  uploads: UploadService;
  finisher: Finisher;
  append: AppendBytes;
}

interface RecordedWriter extends Writer {
  /** The unfinished upload as read since the request had the lock. */
  record?: UploadRecord;
}

/**
 * The store of the tus server. Its state is in our database, finished uploads still answer, bytes come from the request
 * itself, and nothing is read: files are served by the share they belong to.
 */
export class TusStore extends DataStore {
  readonly #deps: Deps;
  readonly #writers = new Map<string, RecordedWriter>();
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
    return this.#deps.append(record, writer, offset);
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
