import { describe, expect, it } from 'vitest';
import { makeSource } from '../../../testing/memory-upload.ts';
import { UploadStates } from '../entries.ts';
import { areWhole, type ConnectionsPerFile, countParts, divide } from './plan.ts';

const mebibyte = 1024 * 1024;

interface Case {
  /** Sizes of all files that are left, in MiB; the first is asked about. */
  sizes: readonly number[];
  wanted?: ConnectionsPerFile;
  parallel?: number;
}

function partsOf({ sizes, wanted = 'auto', parallel = 4 }: Case): number {
  const sources = sizes.map((size, index) => makeSource(`${index}`, size * mebibyte));
  const ignore = { onState: () => {}, onSent: () => {} };
  const entries = new UploadStates(sources, ignore).entries.values();
  return countParts((sizes[0] ?? 0) * mebibyte, { wanted, parallel, entries });
}

describe('the parts of a file', () => {
  it.each<[string, Case, number]>([
    ['as many as there are connections', { sizes: [64] }, 4],
    ['at most eight', { sizes: [1000], parallel: 20 }, 8],
    ['one of a smaller file', { sizes: [63] }, 1],
    ['as many when others are small', { sizes: [64, 1, 63] }, 4],
    ['fewer beside another large file', { sizes: [64, 64] }, 2],
    ['fewer beside two', { sizes: [64, 64, 64] }, 2],
    ['one when others need the connections', { sizes: [64, 64, 64, 64] }, 1],
    ['one with one connection', { sizes: [64], parallel: 1 }, 1],
    ['as many as wanted', { sizes: [8], wanted: 2 }, 2],
    ['no more than there are connections', { sizes: [64], wanted: 8 }, 4],
    ['none that is tiny', { sizes: [13], wanted: 4 }, 3],
    ['one of a small file', { sizes: [7], wanted: 4 }, 1],
    ['one where no more are wanted', { sizes: [64], wanted: 1 }, 1],
  ])('are %s', (_what, files, count) => {
    expect(partsOf(files)).toBe(count);
  });

  it('are together the file', () => {
    const parts = divide(10, 3);
    expect(parts).toEqual([
      { start: 0, end: 3 },
      { start: 3, end: 6 },
      { start: 6, end: 10 },
    ]);
    expect(areWhole(parts, 10)).toBe(true);
    expect(areWhole(parts, 11)).toBe(false);
    expect(areWhole(parts.slice(1), 10)).toBe(false);
    expect(areWhole([...parts, { start: 10, end: 10 }], 10)).toBe(false);
    expect(areWhole([], 10)).toBe(false);
  });
});
