import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FaultPoint } from '../../faults.ts';
import { describeBlobs } from '../blobs.suite.ts';
import { describeStaging } from '../staging.suite.ts';
import { findMissingFolders, openLocalStore } from './store.ts';

const faults = vi.hoisted(() => new Set<string>());

vi.mock('#faults', () => ({
  faultPoint(point: FaultPoint) {
    if (faults.delete(point)) throw new Error(`crash at ${point}`);
  },
}));

let directory: string;

beforeEach(async () => {
  faults.clear();
  directory = await mkdtemp(join(tmpdir(), 'local-store-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

for (const fsync of ['commit', 'off'] as const) {
  describeBlobs(`local, fsync ${fsync}`, () => openLocalStore({ directory, fsync }));
  describeStaging(`local, fsync ${fsync}`, () => openLocalStore({ directory, fsync }));
}

const id = 'ab'.repeat(16);
const stagedPath = () => join(directory, 'staging', id);

describe('openLocalStore', () => {
  it('keeps folders and files for itself', async () => {
    const root = join(directory, 'new');
    const { staging } = await openLocalStore({ directory: root, fsync: 'off' });
    await writeFile(join(root, 'staging', id), 'x', { mode: 0o644 });
    await staging.finish(id, 1);
    const mode = async (...parts: string[]) => (await stat(join(root, ...parts))).mode & 0o777;
    expect(await mode('blobs')).toBe(0o700);
    expect(await mode('staging')).toBe(0o700);
    expect(await mode('blobs', 'ab')).toBe(0o700);
    expect(await mode('blobs', 'ab', id)).toBe(0o600);
  });

  it('finds its blobs again', async () => {
    const first = await openLocalStore({ directory, fsync: 'commit' });
    await writeFile(stagedPath(), 'content');
    await first.staging.finish(id, 7);
    const second = await openLocalStore({ directory, fsync: 'commit' });
    expect(await second.blobs.stat(id)).toEqual({ size: 7 });
  });

  it('does not take other things in its folders for blobs', async () => {
    const { blobs } = await openLocalStore({ directory, fsync: 'off' });
    await mkdir(join(directory, 'blobs', 'ab', id), { recursive: true });
    await writeFile(join(directory, 'blobs', 'ab', 'notes.txt'), '');
    await writeFile(join(directory, 'blobs', 'notes.txt'), '');
    const found = [];
    for await (const blob of blobs.list()) found.push(blob);
    expect(found).toEqual([]);
  });

  it('says where a blob is', async () => {
    const { blobs } = await openLocalStore({ directory, fsync: 'off' });
    await blobs.put(id, Buffer.from('x'));
    expect(blobs.localPath?.(id)).toBe(join(directory, 'blobs', 'ab', id));
    expect(() => blobs.localPath?.('../secret.key')).toThrow('not the id');
  });

  it('leaves no trace of a probe', async () => {
    const { blobs } = await openLocalStore({ directory, fsync: 'commit' });
    await blobs.probe();
    expect(await readdir(join(directory, 'staging'))).toEqual([]);
  });

  it('fails the probe when its folder is gone', async () => {
    const { blobs } = await openLocalStore({ directory, fsync: 'commit' });
    await rm(join(directory, 'staging'), { recursive: true });
    await expect(blobs.probe()).rejects.toThrow('ENOENT');
  });

  it('refuses a staging folder from which nothing can be moved', async ({ skip }) => {
    const [here, memory] = [await stat(directory), await stat('/dev/shm').catch(() => null)];
    if (!memory || memory.dev === here.dev) return skip('needs two file systems');
    await mkdir(join(directory, 'blobs'));
    await symlink('/dev/shm', join(directory, 'staging'));
    await expect(openLocalStore({ directory, fsync: 'off' })).rejects.toThrow('different file systems');
  });
});

describe('findMissingFolders', () => {
  it('names what a store that was opened has', async () => {
    const missing = ['blobs', 'staging'].map((name) => join(directory, name));
    expect(await findMissingFolders(directory)).toEqual(missing);
    await openLocalStore({ directory, fsync: 'off' });
    expect(await findMissingFolders(directory)).toEqual([]);
  });
});

describe('an upload that is finished in the moment of a kill', () => {
  it.each<FaultPoint>(['storage:sync', 'finisher:synced', 'finisher:renamed'])(
    'can be finished after %s',
    async (point) => {
      const first = await openLocalStore({ directory, fsync: 'commit' });
      await writeFile(stagedPath(), 'content');
      faults.add(point);
      await expect(first.staging.finish(id, 7)).rejects.toBeInstanceOf(Error);
      const { blobs, staging } = await openLocalStore({ directory, fsync: 'commit' });
      await staging.finish(id, 7);
      expect(await blobs.stat(id)).toEqual({ size: 7 });
      expect(await readdir(join(directory, 'staging'))).toEqual([]);
    },
  );
});

describe('a disk that fails', () => {
  it('is not asked again, and not trusted', async () => {
    const { blobs } = await openLocalStore({ directory, fsync: 'commit' });
    await blobs.probe();
    faults.add('storage:sync');
    await expect(blobs.put(id, Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(blobs.probe()).rejects.toMatchObject({ code: 'not_ready' });
    expect(() => blobs.requireUsable()).toThrow(expect.objectContaining({ code: 'not_ready' }));
  });

  it('is asked at the end of each append where the policy says so', async () => {
    const append = async (fsync: 'always' | 'commit') => {
      const { staging } = await openLocalStore({ directory, fsync });
      const options = { offset: 0, limit: 1, signal: new AbortController().signal, isDigested: false };
      faults.add('storage:sync');
      return staging.append(id, Readable.from([Buffer.from('x')]), options);
    };
    await expect(append('always')).rejects.toMatchObject({ code: 'storage_failed' });
    await rm(stagedPath());
    expect(await append('commit')).toEqual({ offset: 1, outcome: 'complete' });
  });
});
