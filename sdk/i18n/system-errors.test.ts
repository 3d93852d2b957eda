import { expect, it } from 'vitest';
import { readCatalogues } from './catalogue.ts';
import { describeSystemError, exitOfSystemError } from './system-errors.ts';
import { createTranslator } from './translate.ts';

const english = createTranslator('en', readCatalogues('en'));
const coded = (code: string, fields: object = { path: '/srv/x' }) =>
  Object.assign(new Error(`${code}: as Node says it`), { code, ...fields });

it.each([
  ['ENOENT', '/srv/x does not exist.', 'usage'],
  ['EACCES', '/srv/x cannot be opened: permission denied.', 'forbidden'],
  ['ENOTDIR', '/srv/x cannot exist: a part of this path is a file, not a folder.', 'usage'],
  ['EISDIR', '/srv/x is a folder, not a file.', 'usage'],
  ['EEXIST', '/srv/x already exists.', 'conflict'],
  ['EROFS', '/srv/x cannot be changed: the file system is read-only.', 'forbidden'],
] as const)('puts %s in words', (code, text, exit) => {
  expect(describeSystemError(english, coded(code))).toBe(text);
  expect(exitOfSystemError(coded(code))).toBe(exit);
});

it('names a socket, and does without a path', () => {
  expect(describeSystemError(english, coded('ENOENT', { address: '/run/clamd' }))).toBe(
    '/run/clamd does not exist.',
  );
  expect(describeSystemError(english, coded('EEXIST', {}))).toBe('A file or folder already exists.');
  expect(describeSystemError(english, coded('EISDIR', {}))).toBe('This is a folder. Choose a file instead.');
});

it('knows a name that the file system refuses, but no other wrong argument', () => {
  const refused = coded('EINVAL', { syscall: 'open', path: '/usb/a:b' });
  expect(describeSystemError(english, refused)).toBe('This file system does not allow the name of /usb/a:b.');
  expect(describeSystemError(english, coded('EINVAL', { syscall: 'read' }))).toBeUndefined();
});

it.each([coded('ECONNREFUSED'), coded('EACCES', { port: 80 }), new Error('no'), undefined])(
  'leaves %s to others',
  (error) => {
    expect(describeSystemError(english, error)).toBeUndefined();
    expect(exitOfSystemError(error)).toBeUndefined();
  },
);
