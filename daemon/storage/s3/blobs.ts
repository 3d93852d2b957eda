import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type ByteSource, MissingSourceError } from '../../transfer/byte-source.ts';
import type { Place } from '../blob-repo.ts';
import type { Blobs, StoredBytes } from '../blobs.ts';
import { BlobSource } from './blob-source.ts';
import type { AnswerHeaders, Bucket } from './bucket.ts';
import type { Joiner } from './joiner.ts';
import type { NewKey } from './keys.ts';
import type { PieceIndex } from './piece-index.ts';

interface Deps {
  place: Place;
  bucket: Bucket;
  index: PieceIndex;
  newKey: NewKey;
  joiner: Pick<Joiner, 'join'>;
  /** Writes something to the bucket; throws when that fails. */
  probe(): Promise<void>;
}

const idPattern = /^[0-9a-f]{32}$/;
const removalBatch = 1000;

/** Blobs whose bytes are objects of a bucket, and whose existence is a row. */
export class S3Blobs implements Blobs {
  readonly #deps: Deps;
  readonly probe: () => Promise<void>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.probe = deps.probe;
  }

  /** An archive that another server sends opens its files one by one, also those that are removed meanwhile. */
  async open(id: string): Promise<ByteSource> {
    const { index, place } = this.#deps;
    const blob = (await this.#find(id)) ?? (await index.findRemoved(place, id));
    if (!blob) throw new MissingSourceError(id);
    return new BlobSource(this.#deps, blob, blob.size);
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    requireId(id);
    const { index, place } = this.#deps;
    await index.insert(place, id, bytes.byteLength === 0 ? null : await this.#putPiece(bytes));
  }

  async stat(id: string): Promise<{ size: number } | null> {
    const blob = await this.#find(id);
    return blob && { size: blob.size };
  }

  remove(id: string): Promise<void> {
    return this.removeMany([id]);
  }

  async removeMany(ids: readonly string[]): Promise<void> {
    for (const id of ids) requireId(id);
    const { index, place } = this.#deps;
    for (let at = 0; at < ids.length; at += removalBatch) {
      await index.remove(place, ids.slice(at, at + removalBatch), 'stored');
    }
  }

  async setAside(id: string): Promise<void> {
    requireId(id);
    await this.#deps.index.setAside(this.#deps.place, id, 'stored');
  }

  async takeBack(ids: readonly string[]): Promise<string[]> {
    for (const id of ids) requireId(id);
    return this.#deps.index.takeBack(this.#deps.place, ids);
  }

  deleteSetAside(before: number): Promise<string[]> {
    return this.#deps.index.removeSetAside(this.#deps.place, before);
  }

  async *list(): AsyncIterable<StoredBytes> {
    for await (const { id, size, modifiedAt } of this.#deps.index.list(this.#deps.place, 'stored')) {
      yield { id, size, modified: new Date(modifiedAt) };
    }
  }

  /** A server that fails now may answer the next request. */
  requireUsable(): void {
    return undefined;
  }

  async presign(id: string, answer: AnswerHeaders): Promise<string | null> {
    const { index, bucket, joiner } = this.#deps;
    const blob = await this.#find(id);
    if (!blob) return null;
    const [piece, ...more] = await index.piecesFrom(blob.key, 0);
    if (piece && more.length === 0) return bucket.presign(piece.key, answer);
    joiner.join(blob);
    return null;
  }

  async #find(id: string) {
    requireId(id);
    const blob = await this.#deps.index.find(this.#deps.place, id);
    return blob?.state === 'stored' ? blob : null;
  }

  async #putPiece(bytes: Uint8Array) {
    const { bucket, newKey } = this.#deps;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = newKey();
    await bucket.put(key, bytes, sha256);
    return { start: 0, size: bytes.byteLength, key, sha256, crc32: crc32(bytes) };
  }
}

function requireId(id: string): void {
  if (!idPattern.test(id)) throw new Error('not the id of a blob');
}
