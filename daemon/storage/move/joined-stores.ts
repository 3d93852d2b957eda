import { Readable } from 'node:stream';
import { type ByteSource, MissingSourceError, ShortSourceError } from '../../transfer/byte-source.ts';
import type { FileDigests } from '../../transfer/digests.ts';
import type { Received } from '../../transfer/receive.ts';
import type { Blobs, StoredBytes } from '../blobs.ts';
import type { AppendOptions, JoinOptions, StagedPart, Staging } from '../staging.ts';
import type { Store, Stores } from '../stores.ts';

/**
 * Two stores as one, while an instance moves: new bytes go to the target, each blob is found where it is, and uploads
 * end where they began.
 */
export function joinStores(target: Stores, source: Stores): Stores {
  return {
    ...joinStore(target, source),
    archives: joinStore(target.archives, source.archives),
    thumbnails: new JoinedBlobs(target.thumbnails, source.thumbnails),
    capacity: target.capacity,
    findProblem: async (options) => (await target.findProblem(options)) ?? source.findProblem(options),
    jobs: (onLost) => [...target.jobs(onLost), ...source.jobs(onLost)],
    bucketRequests: () => new Map([...target.bucketRequests(), ...source.bucketRequests()]),
    readBackBytes: () => target.readBackBytes() + source.readBackBytes(),
    async close() {
      await Promise.all([target.close(), source.close()]);
    },
  };
}

type Half = Pick<Store, 'blobs' | 'staging'>;

function joinStore(target: Half, source: Half): Half {
  return {
    blobs: new JoinedBlobs(target.blobs, source.blobs),
    staging: new JoinedStaging(target.staging, source.staging),
  };
}

class JoinedBlobs implements Blobs {
  readonly #target: Blobs;
  readonly #source: Blobs;

  constructor(target: Blobs, source: Blobs) {
    this.#target = target;
    this.#source = source;
  }

  open(id: string): Promise<ByteSource> {
    return firstFound([
      () => this.#target.open(id),
      () => this.#source.open(id),
      // It was moved in between.
      () => this.#target.open(id),
    ]);
  }

  put(id: string, bytes: Uint8Array): Promise<void> {
    return this.#target.put(id, bytes);
  }

  async stat(id: string): Promise<{ size: number } | null> {
    return (await this.#target.stat(id)) ?? (await this.#source.stat(id)) ?? (await this.#target.stat(id));
  }

  remove(id: string): Promise<void> {
    return this.removeMany([id]);
  }

  async removeMany(ids: readonly string[]): Promise<void> {
    await this.#source.removeMany(ids);
    await this.#target.removeMany(ids);
  }

  async setAside(id: string): Promise<void> {
    await this.#source.setAside(id);
    await this.#target.setAside(id);
  }

  async takeBack(ids: readonly string[]): Promise<string[]> {
    return [...(await this.#source.takeBack(ids)), ...(await this.#target.takeBack(ids))];
  }

  async deleteSetAside(before: number): Promise<string[]> {
    return [...(await this.#source.deleteSetAside(before)), ...(await this.#target.deleteSetAside(before))];
  }

  async *list(): AsyncIterable<StoredBytes> {
    for await (const stored of this.#source.list()) {
      if ((await this.#target.stat(stored.id)) === null) yield stored;
    }
    yield* this.#target.list();
  }

  probe(): Promise<void> {
    return this.#target.probe();
  }

  requireUsable(): void {
    this.#target.requireUsable();
  }
}

class JoinedStaging implements Staging {
  readonly #target: Staging;
  readonly #source: Staging;

  constructor(target: Staging, source: Staging) {
    this.#target = target;
    this.#source = source;
  }

  begin(id: string): Promise<void> {
    return this.#target.begin(id);
  }

  async append(id: string, bytes: Readable, options: AppendOptions): Promise<Received> {
    return (await this.#placeOf(id)).append(id, bytes, options);
  }

  /** Parts can have begun in different stores. */
  async join(id: string, parts: readonly StagedPart[], options: JoinOptions): Promise<void> {
    const place = await this.#placeOf(id);
    const other = place === this.#target ? this.#source : this.#target;
    for (const part of parts) await bring(part, other, place);
    await place.join(id, parts, options);
  }

  async shutOut(id: string): Promise<void> {
    await this.#source.shutOut(id);
    await this.#target.shutOut(id);
  }

  async size(id: string): Promise<number | null> {
    return (await this.#source.size(id)) ?? (await this.#target.size(id));
  }

  async read(id: string): Promise<ByteSource> {
    return this.#whereItIs(id, (staging) => staging.read(id));
  }

  async digest(id: string, size: number): Promise<FileDigests> {
    return this.#whereItIs(id, (staging) => staging.digest(id, size));
  }

  async finish(id: string, size: number, blobId?: string): Promise<void> {
    return this.#whereItIs(id, (staging) => staging.finish(id, size, blobId));
  }

  async discard(id: string): Promise<void> {
    await this.#source.discard(id);
    await this.#target.discard(id);
  }

  async setAside(id: string): Promise<void> {
    await this.#source.setAside(id);
    await this.#target.setAside(id);
  }

  async *list(): AsyncIterable<StoredBytes> {
    yield* this.#source.list();
    yield* this.#target.list();
  }

  async #placeOf(id: string): Promise<Staging> {
    return (await this.#source.size(id)) === null ? this.#target : this.#source;
  }

  /** An upload that is finished is no longer staged anywhere. */
  async #whereItIs<T>(id: string, use: (staging: Staging) => Promise<T>): Promise<T> {
    const place = await this.#placeOf(id);
    const other = place === this.#target ? this.#source : this.#target;
    return firstFound([() => use(place), () => use(other)]);
  }
}

/** Copies a staged upload to another place; does nothing when it is not staged here. */
async function bring({ id }: StagedPart, from: Staging, to: Staging): Promise<void> {
  if ((await from.size(id)) === null) return;
  // An earlier attempt may have ended in the middle.
  await to.discard(id);
  const source = await from.read(id);
  try {
    const { size } = source;
    const bytes = Readable.from(chunksOf(source), { objectMode: false });
    const { signal } = new AbortController();
    const { offset } = await to.append(id, bytes, { offset: 0, limit: size, signal, isDigested: false });
    if (offset < size) throw new ShortSourceError(offset);
  } finally {
    await source.close();
  }
  await from.discard(id);
}

async function* chunksOf(source: ByteSource): AsyncGenerator<Buffer> {
  for (let position = 0; position < source.size; ) {
    const buffer = Buffer.allocUnsafe(Math.min(1024 * 1024, source.size - position));
    const count = await source.read(buffer, position);
    if (count === 0) throw new ShortSourceError(position);
    yield buffer.subarray(0, count);
    position += count;
  }
}

/** Returns the first result that is there. Throws what the last attempt throws. */
async function firstFound<T>(attempts: readonly (() => Promise<T>)[]): Promise<T> {
  let missing: unknown;
  for (const attempt of attempts) {
    try {
      return await attempt();
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing = error;
    }
  }
  throw missing;
}

const isMissing = (error: unknown) => error instanceof MissingSourceError;
