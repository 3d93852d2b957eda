import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainRefusedName, toLocalNames } from './safe-target.ts';

describe('toLocalNames', () => {
  it.each(['../x', 'a/../x', '/etc/passwd', 'a//b', 'a\\b', 'a\u0000b', 'a/.', '', '\u202etxt.exe'])(
    'refuses %j',
    (path) => {
      expect(() => toLocalNames(path)).toThrow(expect.objectContaining({ code: 'file_path_invalid' }));
    },
  );

  it('changes nothing where names can be anything', () => {
    expect(toLocalNames('a:b/con.txt/..x', 'linux')).toEqual(['a:b', 'con.txt', '..x']);
  });

  it.each([
    ['con', 'con_'],
    ['NUL.txt', 'NUL_.txt'],
    ['com1.tar.gz', 'com1_.tar.gz'],
    ['console.txt', 'console.txt'],
    ['a:b?.txt', 'a_b_.txt'],
    ['dots...', 'dots.._'],
    ['space ', 'space_'],
  ])('makes %j writable on Windows', (name, expected) => {
    expect(toLocalNames(name, 'win32')).toEqual([expected]);
  });
});

it.each([
  ['a name that the file system does not allow', 'ENOENT', tmpdir(), 'EILSEQ'],
  ['a folder that is gone', 'ENOENT', join(tmpdir(), 'no such folder'), 'ENOENT'],
  ['a folder that is not ours', 'EACCES', tmpdir(), 'EACCES'],
])('tells %s from other reasons', (_name, code, folder, expected) => {
  const error = Object.assign(new Error(code), { code, syscall: 'open', path: join(folder, 'a:b.part') });
  expect(explainRefusedName(error)).toMatchObject({ code: expected, path: error.path });
});
