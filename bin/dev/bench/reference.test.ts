import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Bench } from './benchmark.ts';
import { withReference } from './reference.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fileshare-reference-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const make = async (bench: Bench) =>
  ['upload', 'download'].map((name) => ({ name, root: bench.root, folder: bench.diskFolder }));

it('puts the contender of the reference next to that of this checkout, with folders of its own', async () => {
  const bench = {
    isQuick: true,
    root: '/now',
    memoryFolder: folder,
    diskFolder: join(folder, 'disk'),
    defer() {},
  };
  expect(await withReference(bench, make)).toEqual([
    { name: 'upload', root: '/now', folder: join(folder, 'disk') },
    { name: 'download', root: '/now', folder: join(folder, 'disk') },
  ]);
  const compared = await withReference(
    {
      ...bench,
      diskFolder: folder,
      memoryFolder: mkdtempSync(join(folder, 'memory-')),
      reference: { name: 'v1', root: '/then' },
    },
    make,
  );
  expect(compared).toEqual([
    { name: 'upload', root: '/now', folder },
    { name: 'upload at v1', root: '/then', folder: join(folder, 'then') },
    { name: 'download', root: '/now', folder },
    { name: 'download at v1', root: '/then', folder: join(folder, 'then') },
  ]);
});
