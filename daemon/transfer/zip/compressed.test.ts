import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ByteSource } from '../byte-source.ts';
import { type CompressedEntry, writeCompressedArchive } from './compressed.ts';

const run = promisify(execFile);
const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
const isMissing = (program: string, probe: string) => spawnSync(program, [probe]).error !== undefined;

let directory: string;
let target: string;
let openFiles: number;
let mostOpenFiles: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zip-'));
  target = join(directory, 'archive.zip');
  openFiles = 0;
  mostOpenFiles = 0;
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

const writeTo = (path: string) => async (bytes: Readable) => {
  await pipeline(bytes, createWriteStream(path));
  return (await stat(path)).size;
};
const write = (bytes: Readable) => writeTo(target)(bytes);

/** An entry whose content is actually `actual`. */
function entryOf(path: string, content: Buffer, actual: Partial<ByteSource> = {}): CompressedEntry {
  return {
    key: `key of ${path}`,
    path,
    size: content.length,
    crc32: crc32(content),
    modified: Date.UTC(2024, 1, 29, 13, 37, 58),
    async open() {
      openFiles += 1;
      mostOpenFiles = Math.max(mostOpenFiles, openFiles);
      let isOpen = true;
      return {
        size: content.length,
        read: async (buffer, position) => content.copy(buffer, 0, position),
        async close() {
          if (isOpen) openFiles -= 1;
          isOpen = false;
        },
        ...actual,
      };
    },
  };
}

async function* inBatches(...batches: CompressedEntry[][]): AsyncGenerator<CompressedEntry[]> {
  yield* batches;
}

const { signal } = new AbortController();

describe('a compressed archive', () => {
  const zeros = Buffer.alloc(1_000_000);
  const noise = randomBytes(700_000);
  const files = [
    entryOf('a.txt', Buffer.from('content of a')),
    entryOf('CON', Buffer.alloc(0)),
    entryOf('folder/zeros', zeros),
    entryOf('folder/Zeros', noise),
    entryOf('ж/🎉.txt', Buffer.from('party')),
  ];

  it.skipIf(isMissing('python3', '--version'))(
    'has names, times and contents as the stored one',
    async () => {
      await writeCompressedArchive({ entries: inBatches(files), write, level: 6, signal });
      const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.file_size, i.CRC, i.date_time, i.external_attr >> 16] for i in z.infolist()]))
`;
      const { stdout } = await run('python3', ['-c', script, target], options);
      const facts = (name: string, content: Buffer) => [
        name,
        content.length,
        crc32(content),
        [2024, 2, 29, 13, 37, 58],
        0o100644,
      ];
      expect(JSON.parse(stdout)).toEqual([
        facts('a.txt', Buffer.from('content of a')),
        facts('_CON', Buffer.alloc(0)),
        facts('folder/zeros', zeros),
        facts('folder/Zeros (2)', noise),
        facts('ж/🎉.txt', Buffer.from('party')),
      ]);
      expect((await stat(target)).size).toBeLessThan(720_000);
    },
  );

  const programs = { unzip: ['-tq'], '7z': ['t', '-bso0', '-bsp0'], bsdtar: ['-xOf'] };

  describe.each(Object.entries(programs))('%s', (program, test) => {
    it.skipIf(isMissing(program, '--help'))('finds it whole', async () => {
      await writeCompressedArchive({ entries: inBatches(files), write, level: 1, signal });
      const { stderr } = await run(program, [...test, target], options);
      expect(stderr).toBe('');
    });
  });

  it('opens one file at a time and closes each', async () => {
    const many = Array.from({ length: 500 }, (_, index) => entryOf(`${index}`, Buffer.from(`${index}`)));
    let read = 0;
    const onRead = async (bytes: number) => void (read += bytes);
    await writeCompressedArchive({
      entries: inBatches(many.slice(0, 200), many.slice(200)),
      write,
      level: 1,
      signal,
      onRead,
    });
    expect([mostOpenFiles, openFiles]).toEqual([1, 0]);
    expect(read).toBe(10 + 90 * 2 + 400 * 3);
  });

  it.each<[string, Partial<ByteSource>]>([
    ['fails to be read', { read: () => Promise.reject(new Error('EIO')) }],
    ['is shorter', { read: async () => 0 }],
    ['is longer', { size: 2_000_000 }],
    ['has other bytes', { read: async (buffer) => buffer.fill(1).length }],
  ])('is refused when a file %s', async (_name, actual) => {
    const entries = inBatches([
      entryOf('good', noise),
      entryOf('bad', zeros, actual),
      entryOf('more', noise),
    ]);
    await expect(writeCompressedArchive({ entries, write, level: 1, signal })).rejects.toMatchObject({
      name: 'ArchiveFileError',
      key: 'key of bad',
    });
    expect(openFiles).toBe(0);
  });

  it('is refused when a file is missing', async () => {
    const missing = { ...entryOf('bad', noise), open: () => Promise.reject(new Error('ENOENT')) };
    const entries = inBatches([entryOf('good', noise), missing]);
    await expect(writeCompressedArchive({ entries, write, level: 1, signal })).rejects.toMatchObject({
      key: 'key of bad',
    });
  });

  it('is given up when it cannot be written, when it is aborted and when there is no room', async () => {
    const entries = () => inBatches([entryOf('a', noise), entryOf('b', noise)]);
    await expect(
      writeCompressedArchive({ entries: entries(), write: writeTo(directory), level: 1, signal }),
    ).rejects.toMatchObject({ code: 'EISDIR' });
    const abort = new AbortController();
    const reason = new Error('shutting down');
    const onRead = async () => abort.abort(reason);
    await expect(
      writeCompressedArchive({ entries: entries(), write, level: 1, signal: abort.signal, onRead }),
    ).rejects.toBe(reason);
    const full = new Error('no room');
    await expect(
      writeCompressedArchive({
        entries: entries(),
        write,
        level: 1,
        signal,
        onRead: () => Promise.reject(full),
      }),
    ).rejects.toBe(full);
    expect(openFiles).toBe(0);
  });
});
