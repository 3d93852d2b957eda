import { describe, expect, it } from 'vitest';
import { selectRange } from './range.ts';

const huge = '9'.repeat(400);

describe('selectRange', () => {
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-9', 0, 10],
    ['bytes=0-99', 0, 10],
    ['bytes=3-5', 3, 6],
    ['bytes=9-', 9, 10],
    ['bytes=0-', 0, 10],
    ['bytes=-1', 9, 10],
    ['bytes=-10', 0, 10],
    ['bytes=-11', 0, 10],
    [`bytes=-${huge}`, 0, 10],
    [`bytes=4-${huge}`, 4, 10],
    ['bytes=0003-0005', 3, 6],
    ['Bytes=3-5', 3, 6],
    ['bytes=, 3-5 ,', 3, 6],
  ])('takes a part of ten bytes: %s', (header, start, end) => {
    expect(selectRange(header, 10)).toEqual({ kind: 'part', start, end });
  });

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=,',
    'bytes=a-b',
    'bytes=1e1-',
    'bytes=0x1-',
    'bytes=1.5-',
    'bytes=+1-',
    'bytes=--1',
    'bytes=1--2',
    'bytes=5-3',
    'bytes =0-1',
    ' bytes=0-1',
    'bytes=0 - 1',
    'bytes=0-1;2-3',
    'bytes=0-1\n',
    'lines=0-1',
    'bytes=0-1,3-4',
    'bytes=99-,0-1',
  ])('means everything: %s', (header) => {
    expect(selectRange(header, 10)).toEqual({ kind: 'whole' });
  });

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=99-', `bytes=${huge}-`, `bytes=${huge}-${huge}`, 'bytes=-0'])(
    'cannot be satisfied: %s',
    (header) => {
      expect(selectRange(header, 10)).toEqual({ kind: 'unsatisfiable' });
    },
  );

  it('treats an empty file right', () => {
    expect(selectRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
    expect(selectRange('bytes=-5', 0)).toEqual({ kind: 'whole' });
    expect(selectRange(undefined, 0)).toEqual({ kind: 'whole' });
  });

  it('is exact up to the largest size', () => {
    const size = Number.MAX_SAFE_INTEGER;
    expect(selectRange(`bytes=${size - 1}-`, size)).toEqual({ kind: 'part', start: size - 1, end: size });
    expect(selectRange('bytes=-1', size)).toEqual({ kind: 'part', start: size - 1, end: size });
    expect(selectRange(`bytes=${size}-`, size)).toEqual({ kind: 'unsatisfiable' });
    expect(selectRange('bytes=9007199254740993-', size)).toEqual({ kind: 'unsatisfiable' });
    expect(selectRange(`bytes=4294967295-4294967296`, size)).toEqual({
      kind: 'part',
      start: 4_294_967_295,
      end: 4_294_967_297,
    });
  });
});
