import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertHarmless, createArchiveNames, toPortableName } from './names.ts';

function nameAll(paths: readonly string[]): string[] {
  const names = createArchiveNames();
  return paths.map((path) => names.add(path));
}

describe('toPortableName', () => {
  it.each([
    ['plain.txt', 'plain.txt'],
    ['Отчёт за год.pdf', 'Отчёт за год.pdf'],
    ['🎉 party.png', '🎉 party.png'],
    [' leading', ' leading'],
    ['.gitignore', '.gitignore'],
    ['a<b>c:d"e|f?g*h.txt', 'a_b_c_d_e_f_g_h.txt'],
    ['back\\slash', 'back_slash'],
    ['trailing. . .', 'trailing'],
    ['trailing space ', 'trailing space'],
    ['...', '_'],
    ['..', '_'],
    ['.', '_'],
    [' ', '_'],
    ['', '_'],
    ['nul\u0000byte', 'nul_byte'],
    ['line\nbreak', 'line_break'],
    ['gpj.\u202eexe', 'gpj.exe'],
    ['\u200f\u061c', '_'],
    ['half \ud83d surrogate', 'half _ surrogate'],
    ['e\u0301', '\u00e9'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['con .txt', '_con .txt'],
    ['Aux.tar.gz', '_Aux.tar.gz'],
    ['NUL.', '_NUL'],
    ['com1', '_com1'],
    ['COM¹.log', '_COM¹.log'],
    ['lpt³', '_lpt³'],
    ['CONIN$', '_CONIN$'],
    ['console', 'console'],
    ['com10', 'com10'],
    ['nulls.txt', 'nulls.txt'],
    ['C:', 'C_'],
  ])('%j becomes %j', (name, expected) => {
    expect(toPortableName(name)).toBe(expected);
  });
});

describe('createArchiveNames', () => {
  it('keeps folders', () => {
    expect(nameAll(['a/b/c.txt', 'a/b/d.txt', 'e.txt'])).toEqual(['a/b/c.txt', 'a/b/d.txt', 'e.txt']);
  });

  it('makes names that differ in capitals only distinct', () => {
    expect(nameAll(['Readme.md', 'README.md', 'readme.md'])).toEqual([
      'Readme.md',
      'README (2).md',
      'readme (3).md',
    ]);
  });

  it('does not take the name that another file has anyway', () => {
    expect(nameAll(['a (2).txt', 'A.txt', 'a.txt'])).toEqual(['a (2).txt', 'A.txt', 'a (3).txt']);
  });

  it('makes names distinct that became equal by replacement', () => {
    expect(nameAll(['a:b', 'a?b', 'a_b'])).toEqual(['a_b', 'a_b (2)', 'a_b (3)']);
  });

  it('numbers a dot file at its end', () => {
    expect(nameAll(['.env', '.ENV'])).toEqual(['.env', '.ENV (2)']);
  });

  it('keeps folders apart that differ in capitals only', () => {
    expect(nameAll(['Photos/a.jpg', 'photos/a.jpg', 'Photos/b.jpg'])).toEqual([
      'Photos/a.jpg',
      'photos (2)/a.jpg',
      'Photos/b.jpg',
    ]);
  });

  it('keeps a file and a folder of one name apart', () => {
    expect(nameAll(['a', 'a/b', 'A/c'])).toEqual(['a', 'a (2)/b', 'A (3)/c']);
  });

  it('leaves room for the number in a long name', () => {
    const long = `${'ж'.repeat(125)}.txt`;
    const [first, second] = nameAll([long, long.toUpperCase()]);
    expect(first).toBe(long);
    expect(Buffer.byteLength(second ?? '')).toBeLessThanOrEqual(255);
    expect(second).toMatch(/ \(2\)\.TXT$/u);
  });

  it('leaves room for the number in a name with a dot far from its end', () => {
    const long = `a.${'b'.repeat(253)}`;
    const [, second] = nameAll([long, long.toUpperCase()]);
    expect(second).toHaveLength(255);
    expect(second).toMatch(/^A\.B+ \(2\)$/u);
  });

  it('names 50,000 files that all want one name without taking for ever', () => {
    const variants = (index: number) =>
      [...index.toString(2).padStart(16, '0')].map((bit) => (bit === '1' ? ':' : '?')).join('');
    const names = nameAll(Array.from({ length: 50_000 }, (_, index) => variants(index)));
    expect(new Set(names).size).toBe(50_000);
    expect(names.at(-1)).toBe(`${'_'.repeat(16)} (50000)`);
  });

  it('gives harmless, distinct names to whatever comes', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '..',
        '.',
        'CON',
        'con.txt',
        'C:',
        'a',
        'A',
        'a ',
        'a.',
        '\\',
        'a:b',
        '\u202e',
        '\ud800',
      ),
    );
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
        const names = nameAll(paths);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
        for (const name of names) {
          for (const component of name.split('/')) expect(toPortableName(component)).toBe(component);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('assertHarmless', () => {
  it.each(['../a', 'a/../b', '/a', 'a//b', './a', 'a\\b', 'C:/a', 'c:a', '', 'a/', 'a\0'])(
    'refuses %j',
    (name) => {
      expect(() => assertHarmless(name)).toThrow('harmful');
    },
  );

  it.each(['a', 'a/b', '..a', 'a..b/c', 'ab:c'])('lets %j pass', (name) => {
    expect(() => assertHarmless(name)).not.toThrow();
  });
});
