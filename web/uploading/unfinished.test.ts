import { describe, expect, it } from 'vitest';
import { shareOf } from '../testing/sample-owned-share.ts';
import { countMissing, isPartOf, summarize, type Unfinished } from './unfinished.ts';

const share = shareOf('draft', { state: 'draft' });
const filesOf = (...paths: string[]) =>
  new Map(paths.map((path) => [path, new File(['12345'], path, { lastModified: 1 })]));

/** Five files: `a` and `b` are on the server, half of `c` is, and two were not begun. */
const left: Unfinished = {
  share,
  finished: new Set(['a', 'b']),
  begun: new Set(['c']),
  fingerprints: new Map(['a', 'b', 'c'].map((path) => [path, `${path}:5:1`])),
  summary: { shareId: share.id, firstPath: 'a', count: 5, size: 25, sent: 12 },
};
/** Nothing was begun before the tab was closed. */
const blank: Unfinished = { ...left, finished: new Set(), begun: new Set(), fingerprints: new Map() };
const unknown: Unfinished = { ...blank, summary: null };

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
    ['those that are missing', left, ['c', 'd', 'e'], true],
    ['all of them', left, ['a', 'b', 'c', 'd', 'e'], true],
    ['another file', left, ['x'], false],
    ['one of them and more others than were missing', left, ['c', 'x', 'y', 'z'], false],
    ['all of them and another', left, ['a', 'b', 'c', 'd', 'e', 'x'], false],
    ['one that was not begun', left, ['d'], false],
    ['one that is known without a summary', { ...left, summary: null }, ['c'], true],
    ['another besides, without a summary', { ...left, summary: null }, ['c', 'x'], false],
    ['all before anything was begun', blank, ['a', 'b', 'c', 'd', 'e'], true],
    ['the first before anything was begun', blank, ['a'], false],
    ['as many others before anything was begun', blank, ['p', 'q', 'r', 's', 't'], false],
    ['any file of an upload that nothing is known of', unknown, ['x'], false],
  ])('knows the files of an upload again: %s', (_what, unfinished, picked, isPart) => {
    expect(isPartOf(unfinished, filesOf(...picked))).toBe(isPart);
  });

  it('takes no file of the same path for another one', () => {
    const changed = new File(['12345'], 'c', { lastModified: 2 });
    expect(isPartOf(left, new Map([['c', changed]]))).toBe(false);
    const longer = new Map([...filesOf('a', 'b', 'c', 'd'), ['e', new File(['123456'], 'e')]]);
    expect(isPartOf(left, longer)).toBe(false);
  });
});

describe('summarize', () => {
  it('keeps the sums of all files when one of them is sent alone', () => {
    const alone = { files: filesOf('c'), size: 5, unfinished: left };
    expect(summarize(share, alone, 3)).toEqual({ ...left.summary, sent: 23 });
    expect(summarize(share, { ...alone, unfinished: null }, 3)).toMatchObject({ count: 1, size: 5, sent: 3 });
  });
});
