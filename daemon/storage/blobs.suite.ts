import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { MissingSourceError } from '../transfer/byte-source.ts';
import type { Blobs, StoredBytes } from './blobs.ts';
import type { Store } from './stores.ts';

/** The behavior of all blobs; each kind of store runs this against itself. `open` opens an empty store. */
export function describeBlobs(name: string, open: () => Promise<Store>): void {
  describe(`blobs: ${name}`, () => {
    let store: Store;
    let blobs: Blobs;

    beforeEach(async () => {
      store = await open();
      ({ blobs } = store);
      return () => store.close();
    });

    const newId = () => randomBytes(16).toString('hex');

    async function put(content: string | Uint8Array, id = newId()): Promise<string> {
      await blobs.put(id, Buffer.from(content));
      return id;
    }

    async function stage(content: string): Promise<string> {
      const id = newId();
      await store.staging.begin(id);
      await store.staging.append(id, Readable.from([Buffer.from(content)]), {
        offset: 0,
        limit: content.length,
        signal: new AbortController().signal,
        isDigested: false,
      });
      return id;
    }

    async function list(): Promise<StoredBytes[]> {
      const found = [];
      for await (const blob of blobs.list()) found.push(blob);
      return found;
    }

    const idsInStore = async () => (await list()).map(({ id }) => id).sort();

    it('gives back the bytes that were put', async () => {
      const content = randomBytes(100_000);
      const source = await blobs.open(await put(content));
      const buffer = Buffer.alloc(content.length);
      expect(source.size).toBe(content.length);
      expect(await source.read(buffer, 0)).toBe(content.length);
      expect(buffer.equals(content)).toBe(true);
      await source.close();
    });

    it('has them when it is opened again', async () => {
      const id = await put('content');
      const again = await open();
      expect(await again.blobs.stat(id)).toEqual({ size: 7 });
      await again.close();
    });

    it('reads any range, and less at the end', async () => {
      const source = await blobs.open(await put('0123456789'));
      const buffer = Buffer.alloc(4);
      expect(await source.read(buffer, 3)).toBe(4);
      expect(buffer.toString()).toBe('3456');
      expect(await source.read(buffer, 8)).toBe(2);
      expect(buffer.toString('utf8', 0, 2)).toBe('89');
      expect(await source.read(buffer, 10)).toBe(0);
      await source.close();
    });

    it('keeps an empty blob', async () => {
      const id = await put('');
      expect(await blobs.stat(id)).toEqual({ size: 0 });
      const source = await blobs.open(id);
      expect(await source.read(Buffer.alloc(1), 0)).toBe(0);
      await source.close();
    });

    it('says that a blob is missing', async () => {
      const id = newId();
      expect(await blobs.stat(id)).toBeNull();
      await expect(blobs.open(id)).rejects.toBeInstanceOf(MissingSourceError);
    });

    it('removes blobs, also those that are gone', async () => {
      const [kept, first, second] = [await put('a'), await put('b'), await put('c')];
      await blobs.remove(first);
      await blobs.remove(first);
      await blobs.removeMany([first, second, newId()]);
      await blobs.removeMany([]);
      expect(await idsInStore()).toEqual([kept]);
    });

    it('lets a reader finish after the blob was removed', async () => {
      const id = await put('still readable');
      const source = await blobs.open(id);
      await blobs.remove(id);
      const buffer = Buffer.alloc(source.size);
      expect(await source.read(buffer, 0)).toBe(source.size);
      expect(buffer.toString()).toBe('still readable');
      await source.close();
    });

    it('lists every blob with its size, and nothing that is staged', async () => {
      const ids = [await put('a'), await put('bb'), await put('ccc')];
      await stage('unfinished');
      const found = await list();
      expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect(found.map(({ size }) => size).sort((a, b) => a - b)).toEqual([1, 2, 3]);
      for (const { modified } of found)
        expect(Math.abs(Date.now() - modified.getTime())).toBeLessThan(60_000);
    });

    it('takes nothing but its own kind of id', async () => {
      for (const id of ['', '../../etc/passwd', newId().toUpperCase(), `${newId()}0`, `${newId()}\n`]) {
        await expect(put('x', id)).rejects.toThrow('not the id');
        await expect(blobs.open(id)).rejects.toThrow('not the id');
        await expect(blobs.stat(id)).rejects.toThrow('not the id');
        await expect(blobs.remove(id)).rejects.toThrow('not the id');
        await expect((async () => blobs.setAside(id))()).rejects.toThrow('not the id');
      }
    });

    it('closes twice, and only after a running read', async () => {
      const source = await blobs.open(await put(randomBytes(1_000_000)));
      const buffer = Buffer.alloc(1_000_000);
      const reading = source.read(buffer, 0);
      await Promise.all([source.close(), source.close()]);
      expect(await reading).toBe(1_000_000);
      await expect(source.read(buffer, 0)).rejects.toThrow('closed');
    });

    it('sets aside what nobody needs, and deletes it later', async () => {
      const [kept, orphan] = [await put('kept'), await put('orphan')];
      const staged = await stage('staged');
      await blobs.setAside(orphan);
      await blobs.setAside(orphan);
      await store.staging.setAside(staged);
      expect(await idsInStore()).toEqual([kept]);
      expect(await blobs.stat(orphan)).toBeNull();
      expect(await blobs.deleteSetAside(Date.now() - 60_000)).toEqual([]);
      const deleted = await blobs.deleteSetAside(Date.now() + 60_000);
      expect(deleted.sort()).toEqual([orphan, staged].sort());
      expect(await blobs.deleteSetAside(Date.now() + 60_000)).toEqual([]);
    });

    it('takes back what was set aside, and nothing else', async () => {
      const [here, aside] = [await put('here'), await put('aside')];
      await blobs.setAside(aside);
      expect(await blobs.takeBack([here, aside, '0'.repeat(32)])).toEqual([aside]);
      expect(await blobs.takeBack([aside])).toEqual([]);
      expect((await idsInStore()).toSorted()).toEqual([here, aside].toSorted());
      expect(await blobs.deleteSetAside(Date.now() + 60_000)).toEqual([]);
    });

    it('takes back what was set aside last under an id', async () => {
      const id = await put('first');
      await blobs.setAside(id);
      await put('the second', id);
      await blobs.setAside(id);
      expect(await blobs.takeBack([id])).toEqual([id]);
      expect(await blobs.stat(id)).toEqual({ size: 10 });
    });

    it('answers that it can be written, and how much', async () => {
      await blobs.probe();
      blobs.requireUsable();
      expect(await store.capacity.freeBytes()).toBeGreaterThan(0);
      expect(await idsInStore()).toEqual([]);
    });
  });
}
