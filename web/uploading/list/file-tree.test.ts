import { describe, expect, it } from 'vitest';
import { type Openings, openAround, rowsOf, treeOf } from './file-tree.ts';

const file = new File(['x'], 'f');
const filesOf = (...paths: string[]) => new Map(paths.map((path) => [path, file]));
const show = (paths: string[], openings: Openings = new Map()) =>
  rowsOf(treeOf(filesOf(...paths)), openings).map((row) =>
    row.kind === 'item' ? `${'  '.repeat(row.depth)}${row.key}` : `${'  '.repeat(row.depth)}+${row.count}`,
  );
const photos = Array.from({ length: 31 }, (_, index) => `Porto/IMG_${index + 1}.jpg`);

describe('rowsOf', () => {
  it('keeps folders closed among other things', () => {
    expect(show(['notes.txt', ...photos])).toEqual(['notes.txt', 'Porto/']);
  });

  it('opens a folder that is alone, and stands one row for the rest of it', () => {
    expect(show(photos)).toEqual([
      'Porto/',
      ...[1, 2, 3, 4, 5].map((number) => `  Porto/IMG_${number}.jpg`),
      '  +26',
    ]);
  });

  it('opens and closes by choice, and shows all', () => {
    expect(show(photos, new Map([['Porto/', 'closed']]))).toEqual(['Porto/']);
    expect(show(photos, new Map([['Porto/', 'all']]))).toHaveLength(32);
  });

  it('hides no row for two files', () => {
    expect(show(photos.slice(0, 7))).toHaveLength(8);
    expect(show(photos.slice(0, 8))).toHaveLength(7);
  });

  it('stands one row for the rest of many loose files, which keep their order', () => {
    const loose = Array.from({ length: 30 }, (_, index) => `${30 - index}.jpg`);
    expect(show(loose)).toHaveLength(13);
    expect(show(loose).slice(-2)).toEqual(['19.jpg', '+18']);
    expect(show(loose, new Map([['', 'all']]))).toHaveLength(30);
  });

  it('lists folders in folders first, then numbers in their order', () => {
    const paths = ['a/10.jpg', 'a/9.jpg', 'a/b/c.txt'];
    expect(show(paths)).toEqual(['a/', '  a/b/', '  a/9.jpg', '  a/10.jpg']);
    expect(
      show(
        paths,
        new Map([
          ['a/', 'some'],
          ['a/b/', 'some'],
        ]),
      ),
    ).toContain('    a/b/c.txt');
  });

  it('keeps a file and a folder of the same name apart', () => {
    expect(show(['a', 'a/b'])).toEqual(['a', 'a/']);
  });

  it('shows what is deep in closed folders when asked for', () => {
    const openings = openAround(['Porto/Day two/IMG_9.jpg']);
    expect(show(['notes.txt', 'Porto/Day two/IMG_9.jpg', ...photos], openings)).toContain(
      '    Porto/Day two/IMG_9.jpg',
    );
  });
});
