import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPathProblem, nameOfPath, normalizePath, pathLimits, pathProblems } from './paths.ts';

const refused = [
  ['', 'empty'],
  ['a//b', 'empty'],
  ['a/', 'empty'],
  ['   ', 'empty'],
  ['a/ /b', 'empty'],
  ['/etc/passwd', 'absolute'],
  ['..', 'dots'],
  ['../secret', 'dots'],
  ['a/../../b', 'dots'],
  ['a/./b', 'dots'],
  ['a\\b', 'backslash'],
  ['..\\secret', 'backslash'],
  ['C:\\x', 'backslash'],
  ['a\0b', 'control_character'],
  ['a\nb', 'control_character'],
  ['a\u007fb', 'control_character'],
  ['a\u0085b', 'control_character'],
  ['a\u2028b', 'control_character'],
  ['a\ud800b', 'control_character'],
  ['invoice\u202egpj.exe', 'bidi_character'],
  ['a\u2066b', 'bidi_character'],
  ['caf\ufffd.txt', 'not_utf8'],
  ['a'.repeat(256), 'name_too_long'],
  ['é'.repeat(128), 'name_too_long'],
  [Array.from({ length: 5 }, () => 'a'.repeat(250)).join('/'), 'path_too_long'],
  [`${'d33/'.repeat(33)}f`, 'too_deep'],
] as const;

describe('a path in a share', () => {
  it.each(refused)('%j is refused: %s', (path, problem) => {
    expect(findPathProblem(path)).toBe(problem);
  });

  it('has a refused example of every problem', () => {
    expect(new Set(refused.map(([, problem]) => problem))).toEqual(new Set(pathProblems));
  });

  it.each([
    'a',
    '.gitignore',
    '...',
    'a..b',
    'with space.txt',
    ' leading',
    'C:',
    'CON',
    'Ünï/çödé/😀.png',
    'שלום.txt',
    'a\u200eb',
    'a'.repeat(pathLimits.nameBytes),
    'é'.repeat(127),
    `${'d32/'.repeat(pathLimits.folders)}f`,
  ])('%j is accepted', (path) => {
    expect(findPathProblem(path)).toBeNull();
  });

  it('never leaves its folder, whatever is accepted', () => {
    const names = fc.string({
      unit: fc.constantFrom('.', '/', '\\', 'a', ' ', '\0', '\u202e'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(names, (path) => {
        if (findPathProblem(path) !== null) return;
        const { pathname } = new URL(`http://x/root/${path.split('/').map(encodeURIComponent).join('/')}`);
        expect(pathname.startsWith('/root/')).toBe(true);
        expect(path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('has one spelling', () => {
    const composed = 'é.txt';
    expect(normalizePath('e\u0301.txt')).toBe(composed);
    expect(normalizePath(composed)).toBe(composed);
  });

  it('ends with its name', () => {
    expect(nameOfPath('a/b/c.txt')).toBe('c.txt');
    expect(nameOfPath('c.txt')).toBe('c.txt');
  });
});
