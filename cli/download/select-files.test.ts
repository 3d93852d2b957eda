import { describe, expect, it } from 'vitest';
import type { ShareFile } from '#sdk/contract/files.js';
import { selectFiles } from './select-files.ts';

const files = ['a.jpg', 'photos/b.jpg', 'photos/raw/c.cr2', 'Notes.txt'].map(
  (path) => ({ path }) as ShareFile,
);
const select = (...patterns: string[]) => selectFiles(files, patterns).map((file) => file.path);

describe('selectFiles', () => {
  it('takes everything without a pattern', () => expect(select()).toHaveLength(4));

  it.each([
    [['*.jpg'], ['a.jpg', 'photos/b.jpg']],
    [['/a.jpg'], ['a.jpg']],
    [['photos/'], ['photos/b.jpg', 'photos/raw/c.cr2']],
    [['photos/**', '!*.cr2'], ['photos/b.jpg']],
    [['!photos/'], ['a.jpg', 'Notes.txt']],
    [
      ['Notes.txt', '*.cr2'],
      ['photos/raw/c.cr2', 'Notes.txt'],
    ],
  ])('%j takes %j', (patterns, expected) => expect(select(...patterns)).toEqual(expected));

  it('tells upper case from lower case, and when nothing matches', () => {
    expect(() => select('notes.txt')).toThrow(expect.objectContaining({ exit: 'notFound' }));
  });
});
