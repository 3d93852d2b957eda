import { expect, it } from 'vitest';
import { oneLinePattern, toOneLine } from './one-line.ts';

it.each([
  ['a\u0000b', 'a b'],
  ['two\r\nlines', 'two lines'],
  ['\u202egpj.exe', 'gpj.exe'],
  ['half \ud83d', 'half'],
  ['\u2066\u0007', ''],
])('%j is no name, but %j is', (text, name) => {
  expect(oneLinePattern.test(text)).toBe(false);
  expect(toOneLine(text)).toBe(name);
  expect(oneLinePattern.test(name)).toBe(true);
});

it.each(['', 'Porto 2026', 'Émile 👩‍👧 & Söhne <b>', 'שלום\u200f'])('%j stays as it is', (name) => {
  expect(oneLinePattern.test(name)).toBe(true);
  expect(toOneLine(name)).toBe(name);
});
