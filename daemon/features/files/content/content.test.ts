import { describe, expect, it } from 'vitest';
import { FileId, ShareId, ShareKey } from '#sdk/contract/formats/primitives.js';
import { createLayoutBuilder } from '../../../transfer/zip/layout.ts';
import type { FileRecord } from '../types.ts';
import { archiveContent, fileContent } from './content.ts';

const key = ShareKey.parse('a'.repeat(32));
const committed = Date.UTC(2026, 0, 15);
const file: FileRecord = {
  id: FileId.parse('b'.repeat(32)),
  shareKey: key,
  path: 'folder/photo.png',
  size: 36,
  sha256: 'c'.repeat(64),
  crc32: 0,
  lastModified: Date.UTC(2024, 0, 1),
  createdAt: committed,
  pack: null,
  damagedAt: null,
  scan: null,
};

describe('fileContent', () => {
  it('is saved under its name, without folders', () => {
    expect(fileContent(file, false)).toMatchObject({ name: 'photo.png', type: 'image/png', isInline: false });
  });

  it.each([
    ['as the uploader had it', Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 1)],
    ['of its commit when nothing is known', null, committed],
    ['not after its commit', Date.UTC(2100, 0, 1), committed],
    ['not after its commit, however far', 999_999_999_999_999, committed],
  ])('has the date %s', (_name, lastModified, expected) => {
    expect(fileContent({ ...file, lastModified }, false).lastModified?.getTime()).toBe(expected);
  });

  it('has another tag for another identity, size or commit', () => {
    const tags = [file, { ...file, size: 37 }, { ...file, createdAt: committed + 1 }].map(
      (changed) => fileContent(changed, false).etag,
    );
    expect(new Set(tags).size).toBe(3);
    expect(tags[0]).toMatch(/^"[\w-]+"$/);
  });
});

describe('archiveContent', () => {
  it.each([
    ['Summer 2025', 'Summer 2025.zip'],
    ['a/b\\c:d', 'a_b_c_d.zip'],
    ['  ', '_.zip'],
    ['..', '_.zip'],
    [null, 'abc-123.zip'],
  ])('of a share named %j is %s', (name, expected) => {
    const share = {
      key,
      id: ShareId.parse('abc-123'),
      name,
      fileCount: 0,
      state: 'active',
      addingAt: null,
      quarantinedAt: null,
    } as const;
    expect(archiveContent(share, createLayoutBuilder().finish()).name).toBe(expected);
  });

  it.each([
    [['a.txt', 'b.txt'], 'Porto (selection).zip'],
    [['day 1/a.txt', 'day 2/b.txt'], 'Porto (selection).zip'],
    [['day 1/a.txt', 'day 1/boat/b.txt'], 'Porto - day 1.zip'],
    [['day 1/boat/a.txt', 'day 1/boat/b.txt'], 'Porto - boat.zip'],
  ])('of %j says that it is not the whole share', (paths, expected) => {
    const id = ShareId.parse('abc-123');
    const times = { addingAt: null, quarantinedAt: null };
    const share = { key, id, name: 'Porto', fileCount: 9, state: 'active', ...times } as const;
    expect(archiveContent(share, createLayoutBuilder().finish(), paths).name).toBe(expected);
  });
});
