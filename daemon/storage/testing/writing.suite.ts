import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { MissingSourceError } from '../../transfer/byte-source.ts';
import type { StagedPart } from '../staging.ts';
import { chunksOf, content, digestsOf, half, newId, optionsOf, type StagingBed } from './staging-bed.ts';

/** The behavior of every staging while bytes arrive. */
export function describeWriting(bed: StagingBed): void {
  const { append, begin, follow, listIds, readBlob, readStaged } = bed;

  describe('append', () => {
    it('continues at any byte until everything is there', async () => {
      const id = await begin();
      const cuts = [0, 1, 70_001, 1_048_576, 1_048_577, content.length];
      for (const [index, offset] of cuts.slice(0, -1).entries()) {
        const end = cuts[index + 1] ?? 0;
        const received = await append(id, content.subarray(offset, end), { offset });
        expect(received).toEqual({ offset: end, outcome: 'complete' });
        expect(await bed.staging.size(id)).toBe(end);
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
      expect(await bed.staging.append(id, source, optionsOf({}))).toEqual({ offset: half, outcome: 'cut' });
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
      expect(await bed.staging.size(id)).toBe(6);
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
      expect(await bed.staging.size(id)).toBeNull();
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
      await bed.staging.discard(id);
      expect(await bed.staging.size(id)).toBeNull();
      await bed.staging.begin(id);
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
      bed.staging.join(id, parts, { offset, isDigested: true });

    it('makes an upload of others, which are gone', async () => {
      const id = newId();
      const parts = await beginParts([Buffer.alloc(0), ...thirds, Buffer.alloc(0)]);
      await join(id, parts);
      expect(await listIds()).toEqual([id]);
      expect((await readStaged(id)).equals(content)).toBe(true);
      expect(await bed.staging.digest(id, content.length)).toEqual(digestsOf(content));
      await join(id, parts);
      await bed.staging.finish(id, content.length);
      expect((await readBlob(id)).equals(content)).toBe(true);
    });

    it('adds bytes to an upload, which continues', async () => {
      const id = await begin(content.subarray(0, 100));
      await join(id, await beginParts([content.subarray(100, 200), content.subarray(200, 300)]), 100);
      expect(await bed.staging.size(id)).toBe(300);
      await append(id, content.subarray(300), { offset: 300 });
      expect(await bed.staging.digest(id, content.length)).toEqual(digestsOf(content));
    });

    it('makes an empty upload of empty ones', async () => {
      const id = newId();
      const parts = await beginParts([Buffer.alloc(0), Buffer.alloc(0)]);
      await join(id, parts);
      await join(id, parts);
      expect(await bed.staging.size(id)).toBe(0);
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
    it('may end joining, which continues at the next call', async () => {
      const id = newId();
      const parts = [content.subarray(0, 100), content.subarray(100)];
      const staged = await Promise.all(
        parts.map(async (part) => ({ id: await begin(part), size: part.length })),
      );
      const join = () => bed.staging.join(id, staged, { offset: 0, isDigested: true });
      const joining = join().catch((error: unknown) => error);
      await bed.staging.shutOut(id);
      await joining;
      await join();
      expect((await readStaged(id)).equals(content)).toBe(true);
      expect(await bed.staging.digest(id, content.length)).toEqual(digestsOf(content));
    });

    it('ends a writer, of which nothing more becomes part of the upload', async () => {
      const id = await begin();
      const stale = new PassThrough();
      const { appending, storing } = follow(id, stale);
      stale.write('abc');
      expect(await storing).toBe(3);
      await bed.staging.shutOut(id);
      stale.write('late');
      expect((await appending).offset).toBe(3);
      expect(await bed.staging.size(id)).toBe(3);
      await append(id, 'def', { offset: 3 });
      expect((await readStaged(id)).toString()).toBe('abcdef');
    });

    it('does nothing when nobody writes', async () => {
      const id = await begin('abc');
      await bed.staging.shutOut(id);
      await bed.staging.shutOut(newId());
      await append(id, 'def', { offset: 3 });
      expect(await bed.staging.digest(id, 6)).toEqual(digestsOf(Buffer.from('abcdef')));
    });
  });
}
