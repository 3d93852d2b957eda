import { beforeEach, describe, expect, it } from 'vitest';
import { MissingSourceError, ShortSourceError } from '../transfer/byte-source.ts';
import type { Store } from './stores.ts';
import { content, createStagingBed, digestsOf, half, newId } from './testing/staging-bed.ts';
import { describeWriting } from './testing/writing.suite.ts';

/**
 * The behavior of every staging; each kind of store runs this against itself. `open` opens an empty store, and the same
 * one again when it is called once more in a test, as after a kill.
 */
export function describeStaging(name: string, open: () => Promise<Store>): void {
  describe(`staging: ${name}`, () => {
    const bed = createStagingBed(open);
    const { append, begin, finished, listIds, readBlob, readStaged, reopen } = bed;

    beforeEach(async () => {
      await reopen();
      return () => bed.close();
    });

    describeWriting(bed);

    describe('digest', () => {
      it('is that of all bytes, whoever sent them and whether they were followed', async () => {
        const id = await begin(content.subarray(0, half));
        await append(id, content.subarray(half), { offset: half, isDigested: false });
        expect(await bed.staging.digest(id, content.length)).toEqual(digestsOf(content));
      });

      it('is that of the bytes that came last, when the first were lost', async () => {
        const id = await begin('first');
        await bed.staging.discard(id);
        await append(id, 'other');
        expect(await bed.staging.digest(id, 5)).toEqual(digestsOf(Buffer.from('other')));
      });

      it('is known of no bytes', async () => {
        expect(await bed.staging.digest(await begin(), 0)).toEqual(digestsOf(Buffer.alloc(0)));
      });

      it('is refused for more bytes than there are', async () => {
        await expect(bed.staging.digest(await begin('abc'), 4)).rejects.toBeInstanceOf(Error);
        await expect(bed.staging.digest(newId(), 1)).rejects.toBeInstanceOf(Error);
      });
    });

    describe('finish', () => {
      it('makes a blob of the upload', async () => {
        const id = await finished(content);
        expect((await readBlob(id)).equals(content)).toBe(true);
        expect(await bed.staging.size(id)).toBeNull();
        expect(await listIds()).toEqual([]);
      });

      it('makes a blob of no bytes', async () => {
        const id = await finished('');
        expect(await bed.store.blobs.stat(id)).toEqual({ size: 0 });
      });

      it('gives the blob another id on request', async () => {
        const [id, blobId] = [await begin('abc'), newId()];
        await bed.staging.finish(id, 3, blobId);
        expect((await readBlob(blobId)).toString()).toBe('abc');
        expect(await bed.store.blobs.stat(id)).toBeNull();
      });

      it('does nothing when it is repeated, at the same time or later', async () => {
        const id = await begin('abc');
        await Promise.all([bed.staging.finish(id, 3), bed.staging.finish(id, 3)]);
        await bed.staging.finish(id, 3);
        expect((await readBlob(id)).toString()).toBe('abc');
      });

      it('leaves bytes that no request has sent', async () => {
        const id = await begin('abcdef');
        await bed.staging.finish(id, 4);
        expect((await readBlob(id)).toString()).toBe('abcd');
      });

      it('is refused when bytes are missing, or all of them', async () => {
        const id = await begin('abc');
        await expect(bed.staging.finish(id, 4)).rejects.toBeInstanceOf(ShortSourceError);
        expect((await readStaged(id)).toString()).toBe('abc');
        const nowhere = newId();
        await expect(bed.staging.finish(nowhere, 4)).rejects.toBeInstanceOf(MissingSourceError);
        expect(await bed.store.blobs.stat(nowhere)).toBeNull();
      });

      it('still allows to read and digest', async () => {
        const id = await finished(content);
        expect((await readStaged(id)).equals(content)).toBe(true);
        expect(await bed.staging.digest(id, content.length)).toEqual(digestsOf(content));
      });
    });

    describe('after a kill', () => {
      it('an upload resumes, and its digest is that of all bytes', async () => {
        const id = await begin(content.subarray(0, half));
        await reopen();
        expect(await bed.staging.size(id)).toBe(half);
        await append(id, content.subarray(half), { offset: half });
        expect(await bed.staging.digest(id, content.length)).toEqual(digestsOf(content));
        await bed.staging.finish(id, content.length);
        expect((await readBlob(id)).equals(content)).toBe(true);
      });

      it('an upload that was begun is there, with no bytes', async () => {
        const id = await begin();
        await reopen();
        expect(await bed.staging.size(id)).toBe(0);
        await expect(bed.staging.begin(id)).rejects.toBeInstanceOf(Error);
      });

      it('an upload that was digested but not finished can be finished', async () => {
        const id = await begin(content);
        await bed.staging.digest(id, content.length);
        await reopen();
        expect(await bed.staging.digest(id, content.length)).toEqual(digestsOf(content));
        await bed.staging.finish(id, content.length);
        expect(await bed.store.blobs.stat(id)).toEqual({ size: content.length });
      });

      it('a finished upload can be read, digested and finished once more', async () => {
        const id = await finished(content);
        await reopen();
        expect((await readStaged(id)).equals(content)).toBe(true);
        expect(await bed.staging.digest(id, content.length)).toEqual(digestsOf(content));
        await bed.staging.finish(id, content.length);
        expect((await readBlob(id)).equals(content)).toBe(true);
      });
    });

    it('lists what is staged, with its size and the time of its last byte', async () => {
      const ids = [await begin(), await begin('abc')];
      await finished('finished');
      const found = [];
      for await (const staged of bed.staging.list()) found.push(staged);
      expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect(found.map(({ size }) => size).sort((a, b) => a - b)).toEqual([0, 3]);
      for (const { modified } of found)
        expect(Math.abs(Date.now() - modified.getTime())).toBeLessThan(60_000);
    });

    it('discards an upload, also one that is gone, and no blob', async () => {
      const [kept, gone, blob] = [await begin('kept'), await begin('gone'), await finished('blob')];
      for (const id of [gone, gone, newId(), blob]) await bed.staging.discard(id);
      expect(await listIds()).toEqual([kept]);
      expect(await bed.staging.size(gone)).toBeNull();
      expect((await readBlob(blob)).toString()).toBe('blob');
    });

    it('sets aside an upload, also one that is gone', async () => {
      const [kept, strange] = [await begin('kept'), await begin('strange')];
      await bed.staging.setAside(strange);
      await bed.staging.setAside(strange);
      expect(await listIds()).toEqual([kept]);
      expect(await bed.store.blobs.deleteSetAside(Date.now() + 60_000)).toEqual([strange]);
    });

    it('knows no bytes of an upload that does not exist', async () => {
      expect(await bed.staging.size(newId())).toBeNull();
      await expect(bed.staging.read(newId())).rejects.toBeInstanceOf(MissingSourceError);
    });

    it('takes no name that leads elsewhere', async () => {
      for (const name of ['', '.', '..', '../blobs', 'a/b', '/etc/passwd']) {
        const none = 'not a staged name';
        await expect(bed.staging.begin(name)).rejects.toThrow(none);
        await expect(append(name, 'x')).rejects.toThrow(none);
        await expect(bed.staging.size(name)).rejects.toThrow(none);
        await expect(bed.staging.finish(name, 0)).rejects.toThrow(none);
        await expect(bed.staging.discard(name)).rejects.toThrow(none);
        await expect((async () => bed.staging.setAside(name))()).rejects.toThrow(none);
      }
    });
  });
}
