import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MissingSourceError } from '../transfer/byte-source.ts';
import type { BlobStore } from './blob-store.ts';

/** The behavior of every blob store; each driver runs this against itself. `create` returns an empty store. */
export function describeBlobStore(name: string, create: () => Promise<BlobStore>): void {
  describe(`blob store: ${name}`, () => {
    let store: BlobStore;

    beforeEach(async () => {
      store = await create();
    });

    const newId = () => randomBytes(16).toString('hex');

    async function stage(content: string | Uint8Array): Promise<string> {
      const path = join(store.stagingDirectory, newId());
      await writeFile(path, content);
      return path;
    }

    async function put(content: string | Uint8Array, id = newId()): Promise<string> {
      await store.putStaged(id, await stage(content));
      return id;
    }

    async function idsInStore(): Promise<string[]> {
      const ids = [];
      for await (const blob of store.list()) ids.push(blob.id);
      return ids.sort();
    }

    it('gives back the bytes that were put', async () => {
      const content = randomBytes(100_000);
      const source = await store.open(await put(content));
      const buffer = Buffer.alloc(content.length);
      expect(source.size).toBe(content.length);
      expect(await source.read(buffer, 0)).toBe(content.length);
      expect(buffer.equals(content)).toBe(true);
      await source.close();
    });

    it('reads any range, and less at the end', async () => {
      const source = await store.open(await put('0123456789'));
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
      expect(await store.stat(id)).toEqual({ size: 0 });
      const source = await store.open(id);
      expect(await source.read(Buffer.alloc(1), 0)).toBe(0);
      await source.close();
    });

    it('puts the same staged file again without harm', async () => {
      const id = newId();
      const staged = await stage('once');
      await store.putStaged(id, staged);
      await store.putStaged(id, staged);
      expect(await store.stat(id)).toEqual({ size: 4 });
    });

    it('puts a staged file once when two ask at the same time', async () => {
      const id = newId();
      const staged = await stage('once');
      await Promise.all([store.putStaged(id, staged), store.putStaged(id, staged)]);
      expect(await store.stat(id)).toEqual({ size: 4 });
    });

    it('refuses to put a staged file that is nowhere', async () => {
      const id = newId();
      const nowhere = join(store.stagingDirectory, 'nowhere');
      await expect(store.putStaged(id, nowhere)).rejects.toBeInstanceOf(MissingSourceError);
      expect(await store.stat(id)).toBeNull();
    });

    it('says that a blob is missing', async () => {
      const id = newId();
      expect(await store.stat(id)).toBeNull();
      await expect(store.open(id)).rejects.toBeInstanceOf(MissingSourceError);
    });

    it('removes blobs, also those that are gone', async () => {
      const [kept, first, second] = [await put('a'), await put('b'), await put('c')];
      await store.remove(first);
      await store.remove(first);
      await store.removeMany([first, second, newId()]);
      expect(await idsInStore()).toEqual([kept]);
    });

    it('lets a reader finish after the blob was removed', async () => {
      const id = await put('still readable');
      const source = await store.open(id);
      await store.remove(id);
      const buffer = Buffer.alloc(source.size);
      expect(await source.read(buffer, 0)).toBe(source.size);
      expect(buffer.toString()).toBe('still readable');
      await source.close();
    });

    it('lists every blob with its size, and nothing that is staged', async () => {
      const ids = [await put('a'), await put('bb'), await put('ccc')];
      await stage('unfinished');
      const blobs = [];
      for await (const blob of store.list()) blobs.push(blob);
      expect(blobs.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect(blobs.map(({ size }) => size).sort((a, b) => a - b)).toEqual([1, 2, 3]);
      for (const blob of blobs) expect(Math.abs(Date.now() - blob.modified.getTime())).toBeLessThan(60_000);
    });

    it('takes nothing but its own kind of id', async () => {
      const staged = await stage('x');
      for (const id of ['', '../../etc/passwd', newId().toUpperCase(), `${newId()}0`, `${newId()}\n`]) {
        await expect(store.putStaged(id, staged)).rejects.toThrow('not the id');
        await expect(store.open(id)).rejects.toThrow('not the id');
        await expect(store.stat(id)).rejects.toThrow('not the id');
        await expect(store.remove(id)).rejects.toThrow('not the id');
      }
    });

    it('closes twice, and only after a running read', async () => {
      const source = await store.open(await put(randomBytes(1_000_000)));
      const buffer = Buffer.alloc(1_000_000);
      const reading = source.read(buffer, 0);
      await Promise.all([source.close(), source.close()]);
      expect(await reading).toBe(1_000_000);
      await expect(source.read(buffer, 0)).rejects.toThrow('closed');
    });

    it('sets aside what nobody needs, and deletes it later', async () => {
      const [kept, orphan] = [await put('kept'), await put('orphan')];
      const staged = await stage('staged');
      await store.setAside(orphan);
      await store.setAside(orphan);
      await store.setAsideStaged(basename(staged));
      expect(await idsInStore()).toEqual([kept]);
      expect(existsSync(staged)).toBe(false);
      expect(await store.deleteSetAside(Date.now() - 60_000)).toEqual([]);
      const deleted = await store.deleteSetAside(Date.now() + 60_000);
      expect(deleted.sort()).toEqual([orphan, basename(staged)].sort());
      expect(await store.deleteSetAside(Date.now() + 60_000)).toEqual([]);
    });

    it('answers that it can be written, and how much', async () => {
      await store.probe();
      expect(await store.freeBytes()).toBeGreaterThan(0);
    });
  });
}
