import { appendFile, readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownerShare as share } from '../../testing/owner-share.ts';
import { makeTempFolder } from '../../testing/temp-folder.ts';
import { describeUploadJournal } from '../upload/journal.suite.ts';
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

describeUploadJournal('fileUploadJournal', (key) => fileUploadJournal({ directory: folder.path, key }));

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
  ['b', { fingerprint: '2', finished: true }],
]);

describe('the file of a journal', () => {
  it('is for its owner only', async () => {
    await begun();
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

  it('leaves nothing', async () => {
    const journal = await begun();
    await journal.clear();
    expect(await readdir(join(folder.path, 'state'))).toEqual([]);
  });

  it('takes no path as its key', () => {
    expect(() => fileUploadJournal({ directory: folder.path, key: '../x' })).toThrow(TypeError);
  });
});
