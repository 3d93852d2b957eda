import { describe, expect, it } from 'vitest';
import { advanceItem, itemsOf } from '../list/upload-items.ts';
import { framesOf, ratioOfFrame } from './contact-frames.ts';

const filesOf = (...given: [path: string, size: number][]) =>
  new Map(given.map(([path, size]) => [path, new File(['x'.repeat(size)], path)]));
const many = (count: number) => {
  const given = Array.from({ length: count }, (_, index): [string, number] => [`d/${index}.bin`, 1]);
  return framesOf(filesOf(...given));
};

describe('the frames of a contact sheet', () => {
  it.each([
    [0, 0, 0],
    [1, 1, 1],
    [60, 60, 1],
    [61, 31, 2],
    [300, 60, 5],
    [2000, 59, 34],
  ])('of %i files are %i, each for %i', (count, frames, perFrame) => {
    const made = many(count);
    expect(made).toHaveLength(frames);
    expect(made[0]?.paths.length ?? 0).toBe(perFrame);
    expect(made.flatMap(({ paths }) => paths)).toHaveLength(count);
  });

  it('show a picture where they have one', () => {
    const pairs = Array.from({ length: 60 }, (_, index): [string, number][] => [
      [`${index}.txt`, 1],
      [`${index}.jpg`, 1],
    ]);
    expect(framesOf(filesOf(...pairs.flat()))[0]).toEqual({ paths: ['0.txt', '0.jpg'], shown: '0.jpg' });
  });

  it('fill with the bytes of all their files', () => {
    const files = filesOf(['a', 10], ['b', 30]);
    const items = itemsOf(files);
    const report = (path: string, sent: number) => {
      const item = items.get(path);
      if (item)
        items.set(path, advanceItem(item, undefined, { path, size: item.size, sent, state: 'uploading' }));
    };
    const frame = { paths: ['a', 'b'], shown: 'a' };
    expect(ratioOfFrame(frame, items)).toBe(0);
    report('a', 10);
    report('b', 10);
    expect(ratioOfFrame(frame, items)).toBe(0.5);
  });
});
