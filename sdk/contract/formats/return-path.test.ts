import { expect, it } from 'vitest';
import { readReturnPath } from './return-path.ts';

const origin = 'https://files.example.org';

it.each([
  '/',
  '/s/Xy12Ab34Cd56Ef78',
  '/account/shares?share=Xy12#top',
  '/upload?from=//evil.example',
  '/apis',
])('leads back to %s', (path) => {
  expect(readReturnPath(path, origin)).toBe(path);
});

it('reads a path as a browser would', () => {
  expect(readReturnPath('/a/./b/../c d', origin)).toBe('/a/c%20d');
});

it.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['several texts', ['/a', '/b']],
  ['a path without a slash', 'account'],
  ['another origin', 'https://evil.example/'],
  ['another scheme', 'javascript:alert(1)'],
  ['the own origin spelt out', `${origin}/account`],
  ['two slashes', '//evil.example'],
  ['three slashes', '///evil.example'],
  ['a backslash', '/\\evil.example'],
  ['a backslash first', '\\/evil.example'],
  ['a tab between slashes', '/\t/evil.example'],
  ['a line break between slashes', '/\n/evil.example'],
  ['a space first', ' //evil.example'],
  ['two slashes behind dots', '/.//evil.example'],
  ['two slashes behind a way up', '/a/..//evil.example'],
  ['two slashes behind encoded dots', '/%2e//evil.example'],
  ['a backslash behind dots', '/./\\evil.example'],
  ['a call of the API', '/api/oauth/auth/github'],
  ['a call of the API behind dots', '/a/../api/auth/signOut'],
  ['the API itself', '/API'],
  ['what is too long', `/${'a'.repeat(2000)}`],
  ['what is too long once it is encoded', `/${'€'.repeat(250)}`],
])('does not lead to %s', (_what, text) => {
  expect(readReturnPath(text, origin)).toBeNull();
});

it('takes encoded slashes for part of a name', () => {
  expect(readReturnPath('/%2f%2fevil.example', origin)).toBe('/%2f%2fevil.example');
  expect(readReturnPath('/%5cevil.example', origin)).toBe('/%5cevil.example');
});
