import { describe, expect, it } from 'vitest';
import type { FileProgress } from '#sdk/browser.js';
import { advanceItem, isInItem, itemsOf, nameOfItem, ratioOf } from './upload-items.ts';

const file = (size: number) => new File(['x'.repeat(size)], 'f');
const itemOf = (path: string, size: number, key = path) => {
  const item = itemsOf(new Map([[path, file(size)]])).get(key);
  if (!item) throw new Error('no item');
  return item;
};

describe('itemsOf', () => {
  it('makes an item of each file and of each folder around it', () => {
    const items = itemsOf(
      new Map([
        ['photos/a.jpg', file(1)],
        ['notes.txt', file(2)],
        ['photos/2024/b.jpg', file(3)],
      ]),
    );
    expect([...items.keys()]).toEqual([
      'photos/',
      'photos/a.jpg',
      'notes.txt',
      'photos/2024/',
      'photos/2024/b.jpg',
    ]);
    expect(items.get('photos/')).toMatchObject({ name: 'photos', isFolder: true, fileCount: 2, size: 4 });
    expect(items.get('photos/2024/')).toMatchObject({ name: '2024', isFolder: true, fileCount: 1, size: 3 });
  });

  it('keeps a file and a folder of the same name apart', () => {
    const items = itemsOf(
      new Map([
        ['a', file(1)],
        ['a/b', file(1)],
      ]),
    );
    expect([...items.keys()]).toEqual(['a', 'a/', 'a/b']);
  });
});

describe('the key of an item', () => {
  it('says what is below it, and its name', () => {
    expect(isInItem('a/b/c', 'a/b/')).toBe(true);
    expect(isInItem('a/bc', 'a/b/')).toBe(false);
    expect(isInItem('a/b', 'a/b')).toBe(true);
    expect(isInItem('a/bc', 'a/b')).toBe(false);
    expect(['a/b/', 'a/c.txt', 'd'].map(nameOfItem)).toEqual(['b', 'c.txt', 'd']);
  });
});

describe('advanceItem', () => {
  const uploading: FileProgress = { path: 'd/a', size: 5, sent: 3, state: 'uploading' };
  const finished: FileProgress = { ...uploading, sent: 5, state: 'finished' };

  it('counts each file once, whatever happened in between', () => {
    const problem = new Error('broken');
    const failed: FileProgress = { ...uploading, state: 'failed', error: problem };
    const folder = itemOf('d/a', 5, 'd/');
    const afterFailure = advanceItem(advanceItem(folder, undefined, uploading), uploading, failed);
    expect(afterFailure).toMatchObject({ sent: 3, failed: 1, finished: 0, problem });
    expect(advanceItem(afterFailure, failed, finished)).toMatchObject({
      sent: 5,
      failed: 0,
      finished: 1,
      problem: undefined,
    });
  });

  it('counts a file as sent before its bundle has finished', () => {
    const sent: FileProgress = { ...uploading, sent: 5 };
    const afterSending = advanceItem(itemOf('d/a', 5), undefined, sent);
    expect(afterSending).toMatchObject({ sentFiles: 1, finished: 0 });
    expect(advanceItem(afterSending, sent, finished)).toMatchObject({ sentFiles: 1, finished: 1 });
  });
});

it('is full when the bytes are, or all files without any', () => {
  expect(ratioOf({ size: 10, sent: 5, finished: 0, fileCount: 1 })).toBe(0.5);
  expect(ratioOf({ size: 0, sent: 0, finished: 1, fileCount: 2 })).toBe(0.5);
});
