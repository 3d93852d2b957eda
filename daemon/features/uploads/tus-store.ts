import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/formats/primitives.js';
import type { Staging } from '../../storage/staging.ts';
import type { Finisher } from './finisher.ts';
import { declaredLength } from './headers.ts';
import type { DiscardFinal } from './parts/discard-final.ts';
import type { AppendBytes, Writer } from './receive/append-bytes.ts';
import type { UploadService } from './service.ts';
import type { UploadRecord } from './types.ts';

interface Deps {
  staging: Staging;
  uploads: UploadService;
  finisher: Finisher;
  append: AppendBytes;
  discardFinal: DiscardFinal;
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
    this.extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'checksum',
      'concatenation',
      'expiration',
      'termination',
    ];
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
    return this.#deps.append(await this.#extended(record, writer, offset), writer, offset);
  }

  /** Reserves space for the body of a request, and stores the length if it declares one, when that was deferred. */
  async #extended(record: UploadRecord, { req, lease }: Writer, offset: number): Promise<UploadRecord> {
    if (!record.isDeferred) return record;
    const body = req.headers['content-length'];
    if (body === undefined) throw new AppError('length_required');
    const declared = declaredLength(req);
    const length = declared ?? offset + Number(body);
    return this.#deps.uploads.extend(record, { length, isDeferred: declared === null }, lease);
  }

  /** The offset is the size of what is staged; only for a finished upload it is the whole length. */
  override async getUpload(id: string): Promise<Upload> {
    const writer = this.#writers.get(id);
    // Before the request had the lock, another may have changed the upload.
    const record = (writer ? null : this.#questions.get(id)) ?? (await this.#find(id));
    const offset = await this.#offsetOf(record);
    if (writer && isOpen(record, offset)) writer.record = record;
    const size = writer ? lengthFor(writer.req, record, offset) : knownLength(record);
    return new Upload({ id, offset, ...(size !== null && { size }) });
  }

  override async remove(id: string): Promise<void> {
    const record = await this.#find(id);
    const lease = this.#writers.get(id)?.lease;
    if (!lease) throw new Error('a removal without a lock');
    if (record.state === 'receiving' && (await this.#deps.finisher.discard(record, lease))) return;
    if (record.kind !== 'part') throw new AppError('upload_finished');
    await this.#deps.discardFinal(record);
  }

  async #offsetOf(record: UploadRecord): Promise<number> {
    if (record.state === 'committed') return record.length;
    const staged = await this.#deps.staging.size(record.id);
    if (staged !== null && isOpen(record, staged)) return staged;
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

function knownLength({ length, isDeferred }: UploadRecord): number | null {
  return isDeferred ? null : length;
}

/**
 * The length of an upload for a request that may declare it. tus creation: "Once set the length MUST NOT be changed";
 * declaring it once more, after an answer that was lost, changes nothing.
 */
function lengthFor(req: IncomingMessage, record: UploadRecord, offset: number): number | null {
  const known = knownLength(record);
  const declared = declaredLength(req) ?? known;
  const isPossible = declared === null || (declared >= offset && (known === null || declared === known));
  if (!isPossible) throw new AppError('upload_header_invalid', { header: 'Upload-Length' });
  return declared;
}

/** Bytes of the upload may still be missing, or it waits for its final upload. */
function isOpen({ kind, length, isDeferred, concat }: UploadRecord, offset: number): boolean {
  return kind === 'part' || (concat === null && (isDeferred || offset < length));
}
