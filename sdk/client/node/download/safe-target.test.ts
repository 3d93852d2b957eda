import { describe, expect, it } from 'vitest';
import { toLocalNames } from './safe-target.ts';

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
