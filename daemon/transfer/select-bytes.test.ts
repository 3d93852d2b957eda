import { expect, it } from 'vitest';
import { type Selection, selectBytes } from './select-bytes.ts';

const representation = { etag: '"a"', lastModified: null, size: 10 };
const whole = { status: 200, start: 0, end: 10 };
const part = { status: 206, start: 2, end: 4 };
const range = 'bytes=2-3';

const cases: [string, string, Record<string, string>, Selection][] = [
  ['no headers', 'GET', {}, whole as Selection],
  ['a range', 'GET', { range }, part as Selection],
  ['a range by HEAD', 'HEAD', { range }, whole as Selection],
  ['a range of this state', 'GET', { range, 'if-range': '"a"' }, part as Selection],
  ['a range of another state', 'GET', { range, 'if-range': '"b"' }, whole as Selection],
  ['an impossible range', 'GET', { range: 'bytes=10-' }, { status: 416 }],
  [
    'an impossible range of another state',
    'GET',
    { range: 'bytes=10-', 'if-range': '"b"' },
    whole as Selection,
  ],
  ['known bytes', 'GET', { range, 'if-none-match': '"a"' }, { status: 304 }],
  ['known bytes by HEAD', 'HEAD', { 'if-none-match': '"a"' }, { status: 304 }],
  ['another state expected', 'GET', { range: 'bytes=10-', 'if-match': '"b"' }, { status: 412 }],
];

it.each(cases)('answers %s', (_name, method, headers, expected) => {
  expect(selectBytes({ method, headers }, representation)).toEqual(expected);
});
