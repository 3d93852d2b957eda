import { expect, it } from 'vitest';
import { checkInodes, checkMemory } from './environment.ts';

it.each([
  [
    'few are left',
    { files: 1_000_000, ffree: 9999 },
    [{ code: 'inodes_low', params: { path: '/data', free: 9999 } }],
  ],
  ['there are many', { files: 1_000_000, ffree: 10_000 }, []],
  ['the file system has no limit', { files: 0, ffree: 0 }, []],
])('says that a disk is full of files soon when %s', async (_name, measured, findings) => {
  expect(await checkInodes('/data', async () => measured)).toEqual(findings);
});

it('measures the disk of a folder', async () => {
  expect(await checkInodes(import.meta.dirname)).toBeInstanceOf(Array);
  await expect(checkInodes('/nowhere')).rejects.toThrow('ENOENT');
});

it('says that there is little memory', () => {
  const needed = 256 * 1024 ** 2;
  expect(checkMemory(needed - 1)).toEqual([{ code: 'memory_low', params: { bytes: needed - 1, needed } }]);
  expect(checkMemory(needed)).toEqual([]);
});
