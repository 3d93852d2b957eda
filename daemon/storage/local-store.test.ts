import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeBlobStore } from './blob-store.suite.ts';
import { openLocalStore } from './local-store.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'local-store-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

describeBlobStore('local, fsync commit', () => openLocalStore({ directory, fsync: 'commit' }));
describeBlobStore('local, fsync off', () => openLocalStore({ directory, fsync: 'off' }));

const id = 'ab'.repeat(16);

describe('openLocalStore', () => {
  it('keeps folders and files for itself', async () => {
    const root = join(directory, 'new');
    const store = await openLocalStore({ directory: root, fsync: 'off' });
    const staged = join(store.stagingDirectory, 'x');
    await writeFile(staged, 'x', { mode: 0o644 });
    await store.putStaged(id, staged);
    const mode = async (...parts: string[]) => (await stat(join(root, ...parts))).mode & 0o777;
    expect(await mode('blobs')).toBe(0o700);
    expect(await mode('staging')).toBe(0o700);
    expect(await mode('blobs', 'ab')).toBe(0o700);
    expect(await mode('blobs', 'ab', id)).toBe(0o600);
  });

  it('finds its blobs again', async () => {
    const first = await openLocalStore({ directory, fsync: 'commit' });
    await writeFile(join(first.stagingDirectory, 'x'), 'content');
    await first.putStaged(id, join(first.stagingDirectory, 'x'));
    const second = await openLocalStore({ directory, fsync: 'commit' });
    expect(await second.stat(id)).toEqual({ size: 7 });
  });

  it('does not take other things in its folders for blobs', async () => {
    const store = await openLocalStore({ directory, fsync: 'off' });
    await mkdir(join(directory, 'blobs', 'ab', id));
    await writeFile(join(directory, 'blobs', 'ab', 'notes.txt'), '');
    await writeFile(join(directory, 'blobs', 'notes.txt'), '');
    const blobs = [];
    for await (const blob of store.list()) blobs.push(blob);
    expect(blobs).toEqual([]);
  });

  it('leaves no trace of a probe', async () => {
    const store = await openLocalStore({ directory, fsync: 'commit' });
    await store.probe();
    expect(await readdir(store.stagingDirectory)).toEqual([]);
  });

  it('fails the probe when its folder is gone', async () => {
    const store = await openLocalStore({ directory, fsync: 'commit' });
    await rm(store.stagingDirectory, { recursive: true });
    await expect(store.probe()).rejects.toThrow('ENOENT');
  });

  it('refuses a staging folder from which nothing can be moved', async ({ skip }) => {
    const [here, memory] = [await stat(directory), await stat('/dev/shm').catch(() => null)];
    if (!memory || memory.dev === here.dev) return skip('needs two file systems');
    await mkdir(join(directory, 'blobs'));
    await symlink('/dev/shm', join(directory, 'staging'));
    await expect(openLocalStore({ directory, fsync: 'off' })).rejects.toThrow('different file systems');
  });
});

describe('a disk that fails', () => {
  it('is not asked again, and not trusted', async () => {
    const store = await openLocalStore({ directory, fsync: 'commit' });
    await store.probe();
    const broken = { datasync: () => Promise.reject(new Error('EIO')) };
    await expect(store.sync(broken)).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(store.probe()).rejects.toMatchObject({ code: 'not_ready' });
  });
});
