import { describe, expect, it } from 'vitest';
import { shareOf } from '../testing/sample-owned-share.ts';
import { countMissing, isPartOf, summarize, type Unfinished } from './unfinished.ts';

const share = shareOf('draft', { state: 'draft' });
const filesOf = (...paths: string[]) => new Map(paths.map((path) => [path, new File(['12345'], path)]));

/** Five files: `a` and `b` are on the server, half of `c` is, and two were not begun. */
const left: Unfinished = {
  share,
  finished: new Set(['a', 'b']),
  begun: new Set(['c']),
  summary: { shareId: share.id, firstPath: 'a', count: 5, size: 25, sent: 12 },
};
const unknown: Unfinished = { share, finished: new Set(), begun: new Set(), summary: null };

describe('countMissing', () => {
  it.each([
    ['nothing is picked', [], 3],
    ['a finished one is picked', ['a'], 3],
    ['the begun one is picked', ['c'], 2],
    ['one that was not begun is picked', ['d'], 2],
    ['all unfinished ones are picked', ['c', 'd', 'e'], 0],
    ['all are picked, and more', ['a', 'b', 'c', 'd', 'e', 'f'], 0],
  ])('counts what is still needed when %s', (_what, picked, count) => {
    expect(countMissing(left, filesOf(...picked))).toBe(count);
  });

  it('counts only the begun ones without a summary', () => {
    expect(countMissing({ ...left, summary: null }, filesOf())).toBe(1);
  });
});

describe('isPartOf', () => {
  it.each([
    ['a finished file', left, ['a'], true],
    ['only the unfinished file', left, ['c'], true],
    ['another file', left, ['x'], false],
    ['the first file before anything was begun', { ...unknown, summary: left.summary }, ['a'], true],
    ['any file of an upload that nothing is known of', unknown, ['x'], true],
  ])('knows the files of an upload again: %s', (_what, unfinished, picked, isPart) => {
    expect(isPartOf(unfinished, filesOf(...picked))).toBe(isPart);
  });
});

describe('summarize', () => {
  it('keeps the sums of all files when one of them is sent alone', () => {
    const alone = { files: filesOf('c'), size: 5, unfinished: left };
    expect(summarize(share, alone, 3)).toEqual({ ...left.summary, sent: 23 });
    expect(summarize(share, { ...alone, unfinished: null }, 3)).toMatchObject({ count: 1, size: 5, sent: 3 });
  });
});
