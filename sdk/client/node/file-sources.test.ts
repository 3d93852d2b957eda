import { once } from 'node:events';
import { appendFile, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPathProblem } from '../../contract/formats/paths.ts';
import { makeTempFolder } from '../../testing/temp-folder.ts';
import type { FileSource } from '../upload/types.ts';
import { FileChangedError } from './file-source.ts';
import { filesFromPaths, type SkippedFile } from './file-sources.ts';

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
beforeEach(async () => {
  folder = await makeTempFolder();
});
afterEach(() => folder.remove());

const at = (...names: string[]) => join(folder.path, ...names);

async function write(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), path);
  }
}

const pathsOf = (sources: readonly FileSource[]) => sources.map(({ path }) => path);

describe('filesFromPaths', () => {
  it('takes folders under their own name, in the order of names', async () => {
    await write('top/b.txt', 'top/a/z.txt', 'top/a/b/c.txt', 'top/.hidden', 'top/.git/config', 'other.txt');
    const sources = await filesFromPaths([at('top/'), at('other.txt')]);
    expect(pathsOf(sources)).toEqual(['top/a/b/c.txt', 'top/a/z.txt', 'top/b.txt', 'other.txt']);
  });

  it('refuses an empty path, which is not the current folder', async () => {
    await write('top/a');
    await expect(filesFromPaths([''])).rejects.toThrow('a path is empty');
    await expect(filesFromPaths([at('top'), ''])).rejects.toThrow('a path is empty');
  });

  it('takes hidden files when told, and when they are named', async () => {
    await write('top/.hidden', 'top/a', '.rc');
    expect(pathsOf(await filesFromPaths([at('top'), at('.rc')]))).toEqual(['top/a', '.rc']);
    expect(pathsOf(await filesFromPaths([at('top')], { hidden: true }))).toEqual(['top/.hidden', 'top/a']);
  });

  it('says which hidden entries it leaves out', async () => {
    await write('top/.hidden', 'top/.git/config', 'top/a');
    const skipped: SkippedFile[] = [];
    await filesFromPaths([at('top')], { onSkipped: (file) => skipped.push(file) });
    const reasons = new Map(skipped.map(({ file, reason }) => [file, reason]));
    expect(reasons).toEqual(
      new Map([
        [at('top/.git'), 'hidden'],
        [at('top/.hidden'), 'hidden'],
      ]),
    );
  });

  it('leaves out what patterns match, from the folder on', async () => {
    await write('top/a.tmp', 'top/b.txt', 'top/dist/c', 'top/sub/dist/d', 'top/keep.tmp');
    await writeFile(at('ignore'), '*.tmp\n!keep.tmp\n');
    const skipped: SkippedFile[] = [];
    const onSkipped = (file: SkippedFile) => skipped.push(file);
    const options = { exclude: ['/dist/'], ignoreFile: at('ignore'), onSkipped };
    expect(pathsOf(await filesFromPaths([at('top')], options))).toEqual([
      'top/b.txt',
      'top/keep.tmp',
      'top/sub/dist/d',
    ]);
    expect(skipped).toEqual([
      { file: at('top/a.tmp'), reason: 'excluded' },
      { file: at('top/dist'), reason: 'excluded' },
    ]);
    await filesFromPaths([at('top/a.tmp')], options);
    expect(skipped).toHaveLength(3);
  });

  it('does not follow links inside folders and says so', async () => {
    await write('outside/secret', 'top/a');
    await symlink(at('outside'), at('top/link'));
    await symlink(at('top/nothing'), at('top/broken'));
    const socket = createServer().listen(at('top/socket'));
    await once(socket, 'listening');
    const skipped: SkippedFile[] = [];
    const sources = await filesFromPaths([at('top')], { onSkipped: (file) => skipped.push(file) });
    expect(pathsOf(sources)).toEqual(['top/a']);
    expect(skipped).toEqual([
      { file: at('top/broken'), reason: 'symbolic-link' },
      { file: at('top/link'), reason: 'symbolic-link' },
      { file: at('top/socket'), reason: 'special' },
    ]);
    socket.close();
    expect(pathsOf(await filesFromPaths([at('top/link')]))).toEqual(['link/secret']);
  });

  it('spells names in NFC', async () => {
    await write('u\u0308.txt');
    const [source] = await filesFromPaths([at('u\u0308.txt')]);
    expect(source?.path).toBe('\u00fc.txt');
    expect(await text(source?.open(0, 4) as AsyncIterable<Uint8Array>)).toBe('u\u0308.');
  });

  it('fails for a path that is not there', async () => {
    await expect(filesFromPaths([at('nothing')])).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a source', () => {
  async function sourceOf(name: string): Promise<FileSource> {
    const [source] = await filesFromPaths([at(name)]);
    if (!source) throw new Error('no source');
    return source;
  }
  const read = (source: FileSource, start: number, end: number) =>
    buffer(source.open(start, end) as AsyncIterable<Uint8Array>);

  it('reads the range it is asked for', async () => {
    const content = Buffer.alloc(3_000_000, 'abcdefg');
    await writeFile(at('file'), content);
    const source = await sourceOf('file');
    expect(source.size).toBe(3_000_000);
    expect(content.equals(await read(source, 0, 3_000_000))).toBe(true);
    expect(content.subarray(5, 2_000_005).equals(await read(source, 5, 2_000_005))).toBe(true);
    expect(await read(source, 3_000_000, 3_000_000)).toHaveLength(0);
  });

  it('fails when the file has become shorter', async () => {
    await writeFile(at('file'), 'x'.repeat(100));
    const source = await sourceOf('file');
    await truncate(at('file'), 50);
    await expect(read(source, 0, 100)).rejects.toThrow(FileChangedError);
  });

  /** Reads a file to which something happens before the second chunk. */
  async function readChanging(change: () => Promise<void>): Promise<number> {
    await writeFile(at('file'), Buffer.alloc(3_000_000, 'a'));
    const source = await sourceOf('file');
    let length = 0;
    for await (const chunk of source.open(0, source.size) as AsyncIterable<Uint8Array>) {
      if (length === 0) await change();
      length += chunk.length;
    }
    return length;
  }

  it('fails when the file is rewritten meanwhile', async () => {
    const reading = readChanging(() => writeFile(at('file'), 'b', { flag: 'r+' }));
    await expect(reading).rejects.toThrow(FileChangedError);
  });

  it('does not mind that the file grows meanwhile', async () => {
    expect(await readChanging(() => appendFile(at('file'), 'more'))).toBe(3_000_000);
  });

  it('goes on in the middle of unchanged content only', async () => {
    await writeFile(at('file'), 'x'.repeat(100));
    const source = await sourceOf('file');
    await appendFile(at('file'), 'more');
    expect(await read(source, 0, 100)).toHaveLength(100);
    await expect(read(source, 50, 100)).rejects.toThrow(FileChangedError);
    expect((await sourceOf('file')).fingerprint).not.toBe(source.fingerprint);
  });
});

describe('names that are no text', () => {
  it('are listed like other bad names, the rest is found', async () => {
    await mkdir(at('odd'));
    await writeFile(Buffer.concat([Buffer.from(`${at('odd')}/`), Buffer.from([0xff, 0x2e, 0x62])]), 'x');
    await writeFile(at('odd/good.txt'), 'x');
    const paths = (await filesFromPaths([at('odd')])).map(({ path }) => path);
    expect(paths).toHaveLength(2);
    expect(paths.map(findPathProblem)).toContain('not_utf8');
  });

  it('lead to the content, also in folders, and are left out by patterns', async () => {
    const bytes = (name: string) =>
      Buffer.concat([Buffer.from(`${at('latin')}/`), Buffer.from(name, 'latin1')]);
    await mkdir(at('latin'));
    await mkdir(bytes('caf\xe9'));
    await writeFile(bytes('caf\xe9/menu.txt'), 'soup');
    await writeFile(bytes('caf\xe9/th\xe9.txt'), 'green');
    const contents: string[] = [];
    for (const source of await filesFromPaths([at('latin')])) {
      await source.check?.();
      contents.push(await text(source.open(0, source.size) as AsyncIterable<Uint8Array>));
    }
    expect(contents).toEqual(['soup', 'green']);
    expect(await filesFromPaths([at('latin')], { exclude: ['caf?'] })).toEqual([]);
    expect(await filesFromPaths([at('latin')], { exclude: ['/caf?/th?.txt'] })).toHaveLength(1);
  });
});
