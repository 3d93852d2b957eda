import { describe, expect, it } from 'vitest';
import { ShareFile } from '#sdk/contract/files.js';
import { searchFiles } from './search-files.ts';

const paths = ['Été à Porto/IMG_1.jpg', 'Été à Porto/IMG_2.jpg', 'Été/notes.txt', 'readme.md'];
const files = paths.map((path, index) =>
  ShareFile.parse({
    id: String(index).padStart(32, '0'),
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    size: 10,
    type: 'text/plain',
    preview: null,
    sha256: '0'.repeat(64),
    thumbnail: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  }),
);

describe('searchFiles', () => {
  it.each([
    ['ete', 3],
    ['PORTO img', 2],
    ['img porto', 2],
    ['readme', 1],
    ['nothing', 0],
  ])('finds by %j', (search, count) => {
    expect(searchFiles(files, search)).toHaveLength(count);
  });
});
