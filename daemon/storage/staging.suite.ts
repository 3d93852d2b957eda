import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ByteSource, MissingSourceError, ShortSourceError } from '../transfer/byte-source.ts';
import type { AppendOptions, StagedPart, Staging } from './staging.ts';
import type { Store } from './stores.ts';

/**
 * The behavior of every staging; each kind of store runs this against itself. `open` opens an empty store, and the same
 * one again when it is called once more in a test, as after a kill.
 */
export function describeStaging(name: string, open: () => Promise<Store>): void {
  describe(`staging: ${name}`, () => {
    let store: Store;
    let staging: Staging;
    let opened: Store[];

    beforeEach(async () => {
      opened = [];
      await reopen();
      return () => Promise.all(opened.map((one) => one.close()));
    });

    /** A killed process closes nothing. */
    async function reopen(): Promise<void> {
      store = await open();
      ({ staging } = store);
      opened.push(store);
    }

    const newId = () => randomBytes(16).toString('hex');
    const content = randomBytes(2_500_000);
    const half = content.length / 2;
    const digestsOf = (bytes: Uint8Array) => ({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      crc32: crc32(bytes),
    });

    const optionsOf = (changes: Partial<AppendOptions>): AppendOptions => ({
      offset: 0,
      limit: content.length,
      signal: new AbortController().signal,
      isDigested: true,
      ...changes,
    });

    const append = (id: string, bytes: Buffer | string, changes: Partial<AppendOptions> = {}) =>
      staging.append(
        id,
        Readable.from(chunksOf(Buffer.from(bytes)), { objectMode: false }),
        optionsOf(changes),
      );

    /** Appends from a source that is still open; `storing` is the size after its first bytes are stored. */
    function follow(id: string, source: Readable, changes: Partial<AppendOptions> = {}) {
      let stored: ((size: number) => void) | undefined;
      const storing = new Promise<number>((resolve) => {
        stored = resolve;
      });
      const onStored = async (size: number) => stored?.(size);
      const appending = staging.append(id, source, optionsOf({ ...changes, onStored }));
      return { appending, storing };
    }

    async function begin(bytes: Buffer | string = ''): Promise<string> {
      const id = newId();
      await staging.begin(id);
      if (bytes.length > 0) await append(id, bytes);
      return id;
    }

    async function finished(bytes: Buffer | string): Promise<string> {
      const id = await begin(bytes);
      await staging.finish(id, bytes.length);
      return id;
    }

    const readStaged = async (id: string) => readAll(await staging.read(id));
    const readBlob = async (id: string) => readAll(await store.blobs.open(id));

    async function listIds(): Promise<string[]> {
      const ids = [];
      for await (const { id } of staging.list()) ids.push(id);
      return ids.sort();
    }

    describe('append', () => {
      it('continues at any byte until everything is there', async () => {
        const id = await begin();
        const cuts = [0, 1, 70_001, 1_048_576, 1_048_577, content.length];
        for (const [index, offset] of cuts.slice(0, -1).entries()) {
          const end = cuts[index + 1] ?? 0;
          const received = await append(id, content.subarray(offset, end), { offset });
          expect(received).toEqual({ offset: end, outcome: 'complete' });
          expect(await staging.size(id)).toBe(end);
        }
        expect((await readStaged(id)).equals(content)).toBe(true);
      });

      it('shows the bytes that have arrived', async () => {
        const arrived: Buffer[] = [];
        await append(await begin(), content, { onReceived: (chunks) => void arrived.push(...chunks) });
        expect(Buffer.concat(arrived).equals(content)).toBe(true);
      });

      it('reports the bytes that are stored', async () => {
        const id = await begin();
        const sizes: number[] = [];
        await append(id, content, { onStored: async (size) => void sizes.push(size) });
        expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
        expect(sizes.at(-1)).toBe(content.length);
      });

      it('keeps what had arrived when the sender is gone', async () => {
        const id = await begin();
        function* cut() {
          yield* chunksOf(content.subarray(0, half));
          throw new Error('gone');
        }
        const source = Readable.from(cut(), { objectMode: false });
        expect(await staging.append(id, source, optionsOf({}))).toEqual({ offset: half, outcome: 'cut' });
        expect((await readStaged(id)).equals(content.subarray(0, half))).toBe(true);
      });

      it('keeps what had arrived when it is asked to stop', async () => {
        const id = await begin();
        const stop = new AbortController();
        const source = new PassThrough();
        const { appending, storing } = follow(id, source, { signal: stop.signal });
        source.write('one ');
        expect(await storing).toBe(4);
        source.write('two', () => setImmediate(() => stop.abort()));
        expect(await appending).toEqual({ offset: 7, outcome: 'stopped' });
        expect((await readStaged(id)).toString()).toBe('one two');
      });

      it('keeps what was stored when the listener fails', async () => {
        const id = await begin();
        const onStored = () => Promise.reject(new Error('given up'));
        await expect(append(id, 'stored', { onStored })).rejects.toThrow('given up');
        expect(await staging.size(id)).toBe(6);
      });

      it('takes no byte beyond the limit', async () => {
        const id = await begin('abc');
        const received = await append(id, 'defg', { offset: 3, limit: 6 });
        expect(received).toEqual({ offset: 3, outcome: 'too_long' });
        expect((await readStaged(id)).toString()).toBe('abc');
      });

      it.each([0, 2, 4])('refuses the offset %d when there are 3 bytes', async (offset) => {
        const id = await begin('abc');
        await expect(append(id, 'x', { offset })).rejects.toMatchObject({ code: 'upload_offset_conflict' });
        expect((await readStaged(id)).toString()).toBe('abc');
      });

      it('starts an upload again at 0 when its bytes are lost, and nowhere else', async () => {
        const id = newId();
        await expect(append(id, 'x', { offset: 3 })).rejects.toMatchObject({
          code: 'upload_offset_conflict',
        });
        expect(await staging.size(id)).toBeNull();
        await append(id, 'abc');
        expect((await readStaged(id)).toString()).toBe('abc');
      });

      it('ends a running writer, whose late bytes are in nothing', async () => {
        const id = await begin();
        const stale = new PassThrough();
        const { appending, storing } = follow(id, stale);
        stale.write('one ');
        expect(await storing).toBe(4);
        expect(await append(id, 'two', { offset: 4 })).toEqual({ offset: 7, outcome: 'complete' });
        stale.end('late');
        expect(await appending).toEqual({ offset: 4, outcome: 'stopped' });
        await append(id, '!', { offset: 7 });
        expect((await readStaged(id)).toString()).toBe('one two!');
      });

      it('adds nothing to an upload that was discarded and begun again', async () => {
        const id = await begin();
        const stale = new PassThrough();
        const { appending, storing } = follow(id, stale);
        stale.write('old');
        expect(await storing).toBe(3);
        await staging.discard(id);
        expect(await staging.size(id)).toBeNull();
        await staging.begin(id);
        stale.end('late');
        await appending.catch(() => undefined);
        await append(id, 'new');
        expect((await readStaged(id)).toString()).toBe('new');
      });
    });

    describe('join', () => {
      const thirds = [
        content.subarray(0, 800_000),
        content.subarray(800_000, 810_000),
        content.subarray(810_000),
      ];
      const beginParts = async (bytes: readonly Buffer[]) =>
        Promise.all(bytes.map(async (part) => ({ id: await begin(part), size: part.length })));
      const join = (id: string, parts: readonly StagedPart[], offset = 0) =>
        staging.join(id, parts, { offset, isDigested: true });

      it('makes an upload of others, which are gone', async () => {
        const id = newId();
        const parts = await beginParts([Buffer.alloc(0), ...thirds, Buffer.alloc(0)]);
        await join(id, parts);
        expect(await listIds()).toEqual([id]);
        expect((await readStaged(id)).equals(content)).toBe(true);
        expect(await staging.digest(id, content.length)).toEqual(digestsOf(content));
        await join(id, parts);
        await staging.finish(id, content.length);
        expect((await readBlob(id)).equals(content)).toBe(true);
      });

      it('adds bytes to an upload, which continues', async () => {
        const id = await begin(content.subarray(0, 100));
        await join(id, await beginParts([content.subarray(100, 200), content.subarray(200, 300)]), 100);
        expect(await staging.size(id)).toBe(300);
        await append(id, content.subarray(300), { offset: 300 });
        expect(await staging.digest(id, content.length)).toEqual(digestsOf(content));
      });

      it('makes an empty upload of empty ones', async () => {
        const id = newId();
        const parts = await beginParts([Buffer.alloc(0), Buffer.alloc(0)]);
        await join(id, parts);
        await join(id, parts);
        expect(await staging.size(id)).toBe(0);
        expect(await listIds()).toEqual([id]);
      });

      it('refuses another offset', async () => {
        const id = await begin('abc');
        const parts = await beginParts([Buffer.from('def')]);
        await expect(join(id, parts, 4)).rejects.toMatchObject({ code: 'upload_offset_conflict' });
        await join(id, parts, 3);
        expect((await readStaged(id)).toString()).toBe('abcdef');
      });

      it('throws when a part is short or missing', async () => {
        const [short] = await beginParts([Buffer.from('abc')]);
        await expect(join(newId(), [{ id: short?.id ?? '', size: 4 }])).rejects.toThrow(/bytes|missing/);
        await expect(join(newId(), [{ id: newId(), size: 1 }])).rejects.toBeInstanceOf(MissingSourceError);
      });
    });

    describe('shutOut', () => {
      it('ends a writer, of which nothing more becomes part of the upload', async () => {
        const id = await begin();
        const stale = new PassThrough();
        const { appending, storing } = follow(id, stale);
        stale.write('abc');
        expect(await storing).toBe(3);
        await staging.shutOut(id);
        stale.write('late');
        expect((await appending).offset).toBe(3);
        expect(await staging.size(id)).toBe(3);
        await append(id, 'def', { offset: 3 });
        expect((await readStaged(id)).toString()).toBe('abcdef');
      });

      it('does nothing when nobody writes', async () => {
        const id = await begin('abc');
        await staging.shutOut(id);
        await staging.shutOut(newId());
        await append(id, 'def', { offset: 3 });
        expect(await staging.digest(id, 6)).toEqual(digestsOf(Buffer.from('abcdef')));
      });
    });

    describe('digest', () => {
      it('is that of all bytes, whoever sent them and whether they were followed', async () => {
        const id = await begin(content.subarray(0, half));
        await append(id, content.subarray(half), { offset: half, isDigested: false });
        expect(await staging.digest(id, content.length)).toEqual(digestsOf(content));
      });

      it('is that of the bytes that came last, when the first were lost', async () => {
        const id = await begin('first');
        await staging.discard(id);
        await append(id, 'other');
        expect(await staging.digest(id, 5)).toEqual(digestsOf(Buffer.from('other')));
      });

      it('is known of no bytes', async () => {
        expect(await staging.digest(await begin(), 0)).toEqual(digestsOf(Buffer.alloc(0)));
      });

      it('is refused for more bytes than there are', async () => {
        await expect(staging.digest(await begin('abc'), 4)).rejects.toBeInstanceOf(Error);
        await expect(staging.digest(newId(), 1)).rejects.toBeInstanceOf(Error);
      });
    });

    describe('finish', () => {
      it('makes a blob of the upload', async () => {
        const id = await finished(content);
        expect((await readBlob(id)).equals(content)).toBe(true);
        expect(await staging.size(id)).toBeNull();
        expect(await listIds()).toEqual([]);
      });

      it('makes a blob of no bytes', async () => {
        const id = await finished('');
        expect(await store.blobs.stat(id)).toEqual({ size: 0 });
      });

      it('gives the blob another id on request', async () => {
        const [id, blobId] = [await begin('abc'), newId()];
        await staging.finish(id, 3, blobId);
        expect((await readBlob(blobId)).toString()).toBe('abc');
        expect(await store.blobs.stat(id)).toBeNull();
      });

      it('does nothing when it is repeated, at the same time or later', async () => {
        const id = await begin('abc');
        await Promise.all([staging.finish(id, 3), staging.finish(id, 3)]);
        await staging.finish(id, 3);
        expect((await readBlob(id)).toString()).toBe('abc');
      });

      it('leaves bytes that no request has sent', async () => {
        const id = await begin('abcdef');
        await staging.finish(id, 4);
        expect((await readBlob(id)).toString()).toBe('abcd');
      });

      it('is refused when bytes are missing, or all of them', async () => {
        const id = await begin('abc');
        await expect(staging.finish(id, 4)).rejects.toBeInstanceOf(ShortSourceError);
        expect((await readStaged(id)).toString()).toBe('abc');
        const nowhere = newId();
        await expect(staging.finish(nowhere, 4)).rejects.toBeInstanceOf(MissingSourceError);
        expect(await store.blobs.stat(nowhere)).toBeNull();
      });

      it('still allows to read and digest', async () => {
        const id = await finished(content);
        expect((await readStaged(id)).equals(content)).toBe(true);
        expect(await staging.digest(id, content.length)).toEqual(digestsOf(content));
      });
    });

    describe('after a kill', () => {
      it('an upload resumes, and its digest is that of all bytes', async () => {
        const id = await begin(content.subarray(0, half));
        await reopen();
        expect(await staging.size(id)).toBe(half);
        await append(id, content.subarray(half), { offset: half });
        expect(await staging.digest(id, content.length)).toEqual(digestsOf(content));
        await staging.finish(id, content.length);
        expect((await readBlob(id)).equals(content)).toBe(true);
      });

      it('an upload that was begun is there, with no bytes', async () => {
        const id = await begin();
        await reopen();
        expect(await staging.size(id)).toBe(0);
        await expect(staging.begin(id)).rejects.toBeInstanceOf(Error);
      });

      it('an upload that was digested but not finished can be finished', async () => {
        const id = await begin(content);
        await staging.digest(id, content.length);
        await reopen();
        expect(await staging.digest(id, content.length)).toEqual(digestsOf(content));
        await staging.finish(id, content.length);
        expect(await store.blobs.stat(id)).toEqual({ size: content.length });
      });

      it('a finished upload can be read, digested and finished once more', async () => {
        const id = await finished(content);
        await reopen();
        expect((await readStaged(id)).equals(content)).toBe(true);
        expect(await staging.digest(id, content.length)).toEqual(digestsOf(content));
        await staging.finish(id, content.length);
        expect((await readBlob(id)).equals(content)).toBe(true);
      });
    });

    it('lists what is staged, with its size and the time of its last byte', async () => {
      const ids = [await begin(), await begin('abc')];
      await finished('finished');
      const found = [];
      for await (const staged of staging.list()) found.push(staged);
      expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect(found.map(({ size }) => size).sort((a, b) => a - b)).toEqual([0, 3]);
      for (const { modified } of found)
        expect(Math.abs(Date.now() - modified.getTime())).toBeLessThan(60_000);
    });

    it('discards an upload, also one that is gone, and no blob', async () => {
      const [kept, gone, blob] = [await begin('kept'), await begin('gone'), await finished('blob')];
      for (const id of [gone, gone, newId(), blob]) await staging.discard(id);
      expect(await listIds()).toEqual([kept]);
      expect(await staging.size(gone)).toBeNull();
      expect((await readBlob(blob)).toString()).toBe('blob');
    });

    it('sets aside an upload, also one that is gone', async () => {
      const [kept, strange] = [await begin('kept'), await begin('strange')];
      await staging.setAside(strange);
      await staging.setAside(strange);
      expect(await listIds()).toEqual([kept]);
      expect(await store.blobs.deleteSetAside(Date.now() + 60_000)).toEqual([strange]);
    });

    it('knows no bytes of an upload that does not exist', async () => {
      expect(await staging.size(newId())).toBeNull();
      await expect(staging.read(newId())).rejects.toBeInstanceOf(MissingSourceError);
    });

    it('takes no name that leads elsewhere', async () => {
      for (const name of ['', '.', '..', '../blobs', 'a/b', '/etc/passwd']) {
        const none = 'not a staged name';
        await expect(staging.begin(name)).rejects.toThrow(none);
        await expect(append(name, 'x')).rejects.toThrow(none);
        await expect(staging.size(name)).rejects.toThrow(none);
        await expect(staging.finish(name, 0)).rejects.toThrow(none);
        await expect(staging.discard(name)).rejects.toThrow(none);
        await expect((async () => staging.setAside(name))()).rejects.toThrow(none);
      }
    });
  });
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function readAll(source: ByteSource): Promise<Buffer> {
  const bytes = Buffer.alloc(source.size);
  await source.read(bytes, 0);
  await source.close();
  return bytes;
}
