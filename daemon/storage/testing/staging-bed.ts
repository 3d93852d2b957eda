import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ByteSource } from '../../transfer/byte-source.ts';
import type { AppendOptions } from '../staging.ts';
import type { Store } from '../stores.ts';

/** A store under test, and what its tests do with its staging. */
export type StagingBed = ReturnType<typeof createStagingBed>;

/** More than one piece of every kind of store. */
export const content = randomBytes(2_500_000);
export const half = content.length / 2;

export const digestsOf = (bytes: Uint8Array): { sha256: string; crc32: number } => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  crc32: crc32(bytes),
});

export const newId = (): string => randomBytes(16).toString('hex');

export const optionsOf = (changes: Partial<AppendOptions>): AppendOptions => ({
  offset: 0,
  limit: content.length,
  signal: new AbortController().signal,
  isDigested: true,
  ...changes,
});

/** @param open opens an empty store, and the same one again when it is called once more in a test, as after a kill */
export function createStagingBed(open: () => Promise<Store>) {
  let store: Store;
  let opened: Store[] = [];

  /** A killed process closes nothing. */
  async function reopen(): Promise<void> {
    store = await open();
    opened.push(store);
  }

  const append = (id: string, bytes: Buffer | string, changes: Partial<AppendOptions> = {}) =>
    store.staging.append(
      id,
      Readable.from(chunksOf(Buffer.from(bytes)), { objectMode: false }),
      optionsOf(changes),
    );

  async function begin(bytes: Buffer | string = ''): Promise<string> {
    const id = newId();
    await store.staging.begin(id);
    if (bytes.length > 0) await append(id, bytes);
    return id;
  }

  return {
    get store() {
      return store;
    },
    get staging() {
      return store.staging;
    },
    reopen,
    async close(): Promise<void> {
      const all = opened;
      opened = [];
      await Promise.all(all.map((one) => one.close()));
    },
    append,

    /** Appends from a source that is still open; `storing` is the size after its first bytes are stored. */
    follow(id: string, source: Readable, changes: Partial<AppendOptions> = {}) {
      let stored: ((size: number) => void) | undefined;
      const storing = new Promise<number>((resolve) => {
        stored = resolve;
      });
      const onStored = async (size: number) => stored?.(size);
      const appending = store.staging.append(id, source, optionsOf({ ...changes, onStored }));
      return { appending, storing };
    },

    begin,

    async finished(bytes: Buffer | string): Promise<string> {
      const id = await begin(bytes);
      await store.staging.finish(id, bytes.length);
      return id;
    },

    readStaged: async (id: string) => readAll(await store.staging.read(id)),
    readBlob: async (id: string) => readAll(await store.blobs.open(id)),

    async listIds(): Promise<string[]> {
      const ids = [];
      for await (const { id } of store.staging.list()) ids.push(id);
      return ids.sort();
    },
  };
}

export function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function readAll(source: ByteSource): Promise<Buffer> {
  const bytes = Buffer.alloc(source.size);
  await source.read(bytes, 0);
  await source.close();
  return bytes;
}
