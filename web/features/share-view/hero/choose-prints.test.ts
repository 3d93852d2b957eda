import { expect, it } from 'vitest';
import { sampleFile } from '../../../testing/sample-file.ts';
import { arrangePrints, choosePrints } from './choose-prints.ts';

const named = (count: number, ending: string) =>
  Array.from({ length: count }, (_, index) => sampleFile(`${ending}-${index}.${ending}`));
const namesOf = (files: { name: string }[]) => files.map(({ name }) => name);

it('chooses five evenly through the share', () => {
  expect(namesOf(choosePrints(named(30, 'jpg')))).toEqual([
    'jpg-3.jpg',
    'jpg-9.jpg',
    'jpg-15.jpg',
    'jpg-21.jpg',
    'jpg-27.jpg',
  ]);
});

it('shows every type of file before one a second time', () => {
  const files = [...named(20, 'jpg'), ...named(2, 'pdf'), ...named(1, 'zip')];
  expect(namesOf(choosePrints(files))).toEqual([
    'jpg-5.jpg',
    'jpg-15.jpg',
    'pdf-0.pdf',
    'pdf-1.pdf',
    'zip-0.zip',
  ]);
});

it('takes what there is of a small share', () => {
  expect(choosePrints(named(2, 'jpg'))).toHaveLength(2);
  expect(choosePrints([])).toEqual([]);
});

it('puts a picture on top, and every other file in a place of its own', () => {
  const files = [
    ...named(1, 'zip'),
    ...named(1, 'jpg'),
    ...named(1, 'pdf'),
    ...named(1, 'wav'),
    ...named(1, 'ts'),
  ];
  const arranged = arrangePrints(files);
  expect(arranged.at(-1)?.name).toBe('jpg-0.jpg');
  expect(new Set(arranged)).toEqual(new Set(files));
});
