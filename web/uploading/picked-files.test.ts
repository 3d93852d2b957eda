import { describe, expect, it } from 'vitest';
import { nameOfPasted, pathOfFile, pickFiles } from './picked-files.ts';

function file(name: string, content = 'x', lastModified = 1): File {
  return new File([content], name, { lastModified });
}

describe('pickFiles', () => {
  it('keeps the folders and counts what is new', () => {
    const { files, added } = pickFiles(new Map(), [{ path: 'a/b.txt', file: file('b.txt') }]);
    expect([...files.keys()]).toEqual(['a/b.txt']);
    expect(added).toBe(1);
  });

  it('ignores the same file picked twice', () => {
    const first = pickFiles(new Map(), [{ path: 'a.txt', file: file('a.txt') }]);
    expect(pickFiles(first.files, [{ path: 'a.txt', file: file('a.txt') }]).added).toBe(0);
  });

  it('keeps another file of the same path beside the first', () => {
    const picked = ['1', '22', '333'].map((content) => ({ path: 'a.tar', file: file('a.tar', content) }));
    expect([...pickFiles(new Map(), picked).files.keys()]).toEqual(['a.tar', 'a (2).tar', 'a (3).tar']);
  });

  it('numbers hidden files at the end of their name', () => {
    const picked = ['1', '22'].map((content) => ({ path: '.env', file: file('.env', content) }));
    expect([...pickFiles(new Map(), picked).files.keys()]).toEqual(['.env', '.env (2)']);
  });

  it('refuses names the server would refuse, with the reason', () => {
    const { files, refused } = pickFiles(new Map(), [
      { path: 'back\\slash.txt', file: file('x') },
      { path: 'n'.repeat(256), file: file('x') },
    ]);
    expect(files.size).toBe(0);
    expect(refused.map(({ problem }) => problem)).toEqual(['backslash', 'name_too_long']);
  });

  it('takes decomposed letters as the same path', () => {
    const first = pickFiles(new Map(), [{ path: 'u\u0308.txt', file: file('a') }]);
    expect([...first.files.keys()]).toEqual(['ü.txt']);
  });
});

describe('pathOfFile', () => {
  it('reads what the drop zone says, without its leading dot and slashes', () => {
    expect(pathOfFile(Object.assign(file('b.txt'), { path: './a/b.txt' }))).toBe('a/b.txt');
    expect(pathOfFile(Object.assign(file('b.txt'), { path: '/a/b.txt' }))).toBe('a/b.txt');
    expect(pathOfFile(file('b.txt'))).toBe('b.txt');
  });
});

describe('nameOfPasted', () => {
  it('names screenshots by their time and leaves other names alone', () => {
    const now = new Date('2030-01-02T03:04:05Z');
    expect(nameOfPasted(file('image.png'), now)).toBe('pasted-2030-01-02-030405.png');
    expect(nameOfPasted(file('plan.png'), now)).toBe('plan.png');
  });
});
