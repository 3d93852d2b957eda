import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Assets, createAssets } from './assets.ts';

let directory: string;
let assets: Assets;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fileshare-assets-'));
  await writeFile(join(directory, 'app.js'), 'let a = 1;');
  await writeFile(join(directory, 'font.woff2'), 'glyphs');
  assets = createAssets(directory);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

it('reads a file when it is requested, and again if that went wrong', async () => {
  expect(await assets.find('/share/abc')).toBeUndefined();
  await rm(join(directory, 'font.woff2'));
  await expect(assets.find('/font.woff2')).rejects.toThrow('ENOENT');
  await writeFile(join(directory, 'font.woff2'), 'glyphs');
  expect((await assets.find('/font.woff2'))?.type).toBe('font/woff2');
});

it('has all of them after they were read, whatever happens to the folder', async () => {
  await assets.readAll();
  await rm(join(directory, 'font.woff2'));
  await writeFile(join(directory, 'app.js'), 'let a = 2;');
  expect((await (await assets.find('/font.woff2'))?.content())?.toString()).toBe('glyphs');
  expect((await (await assets.find('/app.js'))?.content())?.toString()).toBe('let a = 1;');
});
