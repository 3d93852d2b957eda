import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../../testing/sample-file.ts';
import { createSelection, type Selected } from './create-selection.tsx';
import { buildFileTree } from './file-tree.ts';
import { searchFiles } from './search-files.ts';

const files = ['Été à Porto/1.jpg', 'Été à Porto/2.jpg', 'Été/notes.txt', 'a.txt', 'b.txt', 'c.txt'].map(
  (path) => sampleFile(path),
);
const root = buildFileTree(files).get('') ?? [];

function start(entries = root) {
  let selected: Selected = { ids: new Set() };
  const selection = () => createSelection({ files, entries }, selected, (changed) => (selected = changed));
  return { selection, names: () => selection().files.map(({ name }) => name) };
}

describe('a selection', () => {
  it('takes a folder with all that is below it, and no folder whose name only begins alike', () => {
    const { selection, names } = start();
    selection().toggle('Été', false);
    expect(names()).toEqual(['notes.txt']);
    selection().toggle('Été à Porto', false);
    expect(names()).toHaveLength(3);
    expect(selection().has('Été à Porto')).toBe(true);
    selection().toggle('Été à Porto', false);
    expect(names()).toEqual(['notes.txt']);
  });

  it('takes the entries from the last one, in both directions, and gives them back the same way', () => {
    const { selection, names } = start();
    selection().toggle('c.txt', false);
    selection().toggle('a.txt', true);
    expect(names()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    selection().toggle('b.txt', true);
    expect(names()).toEqual(['c.txt']);
  });

  it('takes all that is listed, and keeps what is selected elsewhere', () => {
    const hits = start(searchFiles(files, 'txt'));
    hits.selection().setAll(true);
    expect(hits.selection().isAll).toBe(true);
    expect(hits.names()).toEqual(['notes.txt', 'a.txt', 'b.txt', 'c.txt']);
    hits.selection().setAll(false);
    expect(hits.names()).toEqual([]);
    expect(hits.selection().isAll).toBe(false);
  });
});
