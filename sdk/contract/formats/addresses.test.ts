import { expect, it } from 'vitest';
import { withAsciiDomain } from './addresses.ts';

it.each([
  ['a@münchen.de', 'a@xn--mnchen-3ya.de'],
  ['a@Bücher.EXAMPLE.org', 'a@xn--bcher-kva.example.org'],
  ['a@faß.de', 'a@xn--fa-hia.de'],
  ['a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai'],
  ['a@例え.jp', 'a@xn--r8jz45g.jp'],
])('the domain of %s is written as in %s', (email, expected) => {
  expect(withAsciiDomain(email)).toBe(expected);
});

it.each([
  'A@Example.org',
  'ä@example.org',
  'a@mün chen.de',
  'a@münchen.de:25',
  'a@münchen.de/b',
  'a@ü%41.de',
  '',
])('%j stays as it is', (email) => {
  expect(withAsciiDomain(email)).toBe(email);
});
