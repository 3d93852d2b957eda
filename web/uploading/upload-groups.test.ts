import { describe, expect, it } from 'vitest';
import { advanceGroup, groupFiles } from './upload-groups.ts';

const file = (size: number) => new File(['x'.repeat(size)], 'f');

describe('groupFiles', () => {
  it('makes one row of a folder and one of each loose file', () => {
    const groups = groupFiles(
      new Map([
        ['photos/a.jpg', file(1)],
        ['notes.txt', file(2)],
        ['photos/2024/b.jpg', file(3)],
      ]),
    );
    expect([...groups.values()]).toMatchObject([
      { name: 'photos', isFolder: true, fileCount: 2, size: 4 },
      { name: 'notes.txt', isFolder: false, fileCount: 1, size: 2 },
    ]);
  });

  it('keeps a file and a folder of the same name apart', () => {
    const groups = groupFiles(
      new Map([
        ['a', file(1)],
        ['a/b', file(1)],
      ]),
    );
    expect(groups.size).toBe(2);
  });
});

describe('advanceGroup', () => {
  it('counts each file once, whatever happened in between', () => {
    const [group] = groupFiles(new Map([['d/a', file(5)]])).values();
    if (!group) throw new Error('no group');
    const uploading = { path: 'd/a', size: 5, sent: 3, state: 'uploading' } as const;
    const failed = { ...uploading, state: 'failed' } as const;
    const finished = { ...uploading, sent: 5, state: 'finished' } as const;
    const afterFailure = advanceGroup(advanceGroup(group, undefined, uploading), uploading, failed);
    expect(afterFailure).toMatchObject({ sent: 3, failed: 1, finished: 0 });
    expect(advanceGroup(afterFailure, failed, finished)).toMatchObject({ sent: 5, failed: 0, finished: 1 });
  });

  it('counts a file as sent before its bundle has finished', () => {
    const [group] = groupFiles(new Map([['d/a', file(5)]])).values();
    if (!group) throw new Error('no group');
    const sent = { path: 'd/a', size: 5, sent: 5, state: 'uploading' } as const;
    const finished = { ...sent, state: 'finished' } as const;
    const afterSending = advanceGroup(group, undefined, sent);
    expect(afterSending).toMatchObject({ sentFiles: 1, finished: 0 });
    expect(advanceGroup(afterSending, sent, finished)).toMatchObject({ sentFiles: 1, finished: 1 });
  });
});
