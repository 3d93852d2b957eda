import { describe, expect, it } from 'vitest';
import type { ShareFile } from '#sdk/contract/files.js';
import { breadcrumbsOf, buildFileTree, findStart, sortEntries } from './file-tree.ts';

function file(path: string, size: number): ShareFile {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // Ids are branded; the tree never looks at them.
  return {
    path,
    name,
    size,
    type: 'text/plain',
    preview: null,
    sha256: '',
    thumbnail: null,
    createdAt: '',
    id: path as ShareFile['id'],
  };
}

const tree = buildFileTree([
  file('a.txt', 1),
  file('photos/2024/one.jpg', 10),
  file('photos/2024/two.jpg', 20),
  file('photos/cover.jpg', 5),
]);

describe('buildFileTree', () => {
  it('puts folders where files are below them, with the sums of everything below', () => {
    expect(tree.get('')).toMatchObject([
      { kind: 'file', name: 'a.txt' },
      { kind: 'folder', path: 'photos', fileCount: 3, size: 35 },
    ]);
    expect(tree.get('photos')).toMatchObject([
      { kind: 'folder', name: '2024', path: 'photos/2024', fileCount: 2, size: 30 },
      { kind: 'file', name: 'cover.jpg' },
    ]);
  });

  it('has an empty root for a share without files', () => {
    expect(buildFileTree([]).get('')).toEqual([]);
  });

  it('sorts ten thousand files in a moment', () => {
    const files = Array.from({ length: 10_000 }, (_, index) => file(`d${index % 100}/f${index}`, index));
    expect(buildFileTree(files).get('')).toHaveLength(100);
  });
});

describe('findStart', () => {
  it('goes into the only folder, as deep as there is nothing beside it', () => {
    expect(findStart(buildFileTree([file('trip/day 1/a.jpg', 1), file('trip/day 1/b.jpg', 1)]))).toBe(
      'trip/day 1',
    );
    expect(findStart(buildFileTree([file('trip/a.jpg', 1), file('trip/day 1/b.jpg', 1)]))).toBe('trip');
  });

  it('stays where there is more than one entry, or none', () => {
    expect(findStart(tree)).toBe('');
    expect(findStart(buildFileTree([]))).toBe('');
    expect(findStart(buildFileTree([file('a', 1)]))).toBe('');
  });
});

describe('sortEntries', () => {
  it('keeps folders in front in both directions and counts numbers by value', () => {
    const entries = buildFileTree([file('f10', 1), file('f9', 2), file('z/x', 3)]).get('') ?? [];
    const names = (isDescending: boolean) =>
      sortEntries(entries, { key: 'name', isDescending }, 'en').map((entry) => entry.name);
    expect(names(false)).toEqual(['z', 'f9', 'f10']);
    expect(names(true)).toEqual(['z', 'f10', 'f9']);
  });

  it('sorts by size', () => {
    const entries = buildFileTree([file('b', 3), file('a', 1), file('c', 2)]).get('') ?? [];
    const sorted = sortEntries(entries, { key: 'size', isDescending: true }, 'en');
    expect(sorted.map((entry) => entry.name)).toEqual(['b', 'c', 'a']);
  });
});

describe('breadcrumbsOf', () => {
  it('names every folder on the way with its own path', () => {
    expect(breadcrumbsOf('a/b')).toEqual([
      { name: 'a', path: 'a' },
      { name: 'b', path: 'a/b' },
    ]);
    expect(breadcrumbsOf('')).toEqual([]);
  });
});
