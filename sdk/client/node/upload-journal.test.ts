import { appendFile, readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ShareId } from '../../contract/formats/primitives.ts';
import type { OwnerShare } from '../../contract/shares.ts';
import { makeTempFolder } from '../../testing/temp-folder.ts';
import type { JournalFile } from '../upload/types.ts';
import { fileUploadJournal } from './upload-journal.ts';

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
let file: string;
beforeEach(async () => {
  folder = await makeTempFolder();
  file = join(folder.path, 'state/key.jsonl');
});
afterEach(() => folder.remove());

const open = () => fileUploadJournal({ directory: join(folder.path, 'state'), key: 'key' });

const share: OwnerShare = {
  id: ShareId.parse('holiday'),
  name: null,
  description: null,
  createdAt: '2030-01-01T00:00:00.000Z',
  expiresAt: null,
  fileCount: 0,
  size: 0,
  state: 'draft',
  hasPassword: false,
  maxViews: null,
  visitors: 0,
  downloads: 0,
  lastAccessAt: null,
  isAdding: false,
  hasDirectLinks: true,
  cover: [],
  arriving: null,
  reverseShareId: null,
  completedAt: null,
  url: 'https://files.example.org/s/holiday',
  can: { download: true, append: true, edit: true, removeFile: true, remove: true },
};

async function begun() {
  const journal = open();
  await journal.begin({ share, uploadToken: 'secret' });
  await journal.record([
    { type: 'upload', path: 'a', fingerprint: '1', url: 'http://x/a' },
    { type: 'upload', path: 'b', fingerprint: '2', url: 'http://x/b' },
  ]);
  await journal.record([{ type: 'finished', path: 'b', fingerprint: '2' }]);
  return journal;
}

const files = new Map<string, JournalFile>([
  ['a', { fingerprint: '1', url: 'http://x/a', finished: false }],
  ['b', { fingerprint: '2', url: 'http://x/b', finished: true }],
]);

describe('the journal', () => {
  it('remembers over runs, for its owner only', async () => {
    expect(await open().load()).toBe(null);
    await begun();
    expect(await open().load()).toEqual({ share, uploadToken: 'secret', files });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('loses no more than a torn line, and nothing after it', async () => {
    await begun();
    await appendFile(file, '{"type":"finished","path":"a","finger');
    const journal = open();
    expect((await journal.load())?.files).toEqual(files);
    await journal.record([{ type: 'finished', path: 'c', fingerprint: '3' }]);
    const state = await open().load();
    expect(state?.files).toEqual(new Map([...files, ['c', { fingerprint: '3', finished: true }]]));
  });

  it('holds whatever was complete, wherever the file ends', async () => {
    await begun();
    const { length } = await readFile(file);
    for (let size = length; size >= 0; size -= 7) {
      await truncate(file, size);
      const state = await open().load();
      for (const [path, entry] of state?.files ?? []) {
        expect(entry).toMatchObject({ fingerprint: files.get(path)?.fingerprint });
      }
    }
  });

  it('forgets', async () => {
    const journal = await begun();
    await journal.clear();
    expect(await journal.load()).toBe(null);
    expect(await readdir(join(folder.path, 'state'))).toEqual([]);
    await journal.clear();
  });

  it('forgets the address of changed content', async () => {
    const journal = await begun();
    await journal.record([{ type: 'finished', path: 'a', fingerprint: 'changed' }]);
    expect((await open().load())?.files.get('a')).toEqual({ fingerprint: 'changed', finished: true });
  });

  it('reads shares of newer servers, which say more', async () => {
    const newer = { ...share, shoeSize: 43 };
    await open().begin({ share: newer, uploadToken: 'secret' });
    expect((await open().load())?.share).toEqual(newer);
  });

  it('takes no path as its key', () => {
    expect(() => fileUploadJournal({ directory: folder.path, key: '../x' })).toThrow(TypeError);
  });
});
