import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ByteSource } from '../byte-source.ts';
import { type ArchiveLayout, createLayoutBuilder } from './layout.ts';
import { openArchive } from './read.ts';

const run = promisify(execFile);
const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, LC_ALL: 'C.UTF-8' } };

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zip-'));
  path = join(directory, 'archive.zip');
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

const modified = Date.UTC(2024, 1, 29, 13, 37, 58);

async function writeArchive(
  files: readonly (readonly [path: string, content: Buffer])[],
  target = path,
): Promise<void> {
  const contents = new Map<string, Buffer>();
  const builder = createLayoutBuilder();
  for (const [path, content] of files) {
    contents.set(path, content);
    builder.add({ key: path, path, size: content.length, crc32: crc32(content), modified });
  }
  const layout = builder.finish();
  const archive = openArchive(layout, async (key) => memorySource(contents.get(key) ?? Buffer.alloc(0)));
  const file = await open(target, 'w');
  const buffer = Buffer.alloc(100_003);
  for (let position = 0; position < layout.size; ) {
    const count = await archive.read(buffer, position);
    await file.write(buffer, 0, count, position);
    position += count;
  }
  await file.close();
  await archive.close();
}

function memorySource(content: Buffer): ByteSource {
  return {
    size: content.length,
    read: async (buffer, position) => content.copy(buffer, 0, position),
    close: async () => undefined,
  };
}

/** Writes the archive's own bytes and leaves holes for the files, which are then all zeros. */
async function writeSparse(layout: ArchiveLayout): Promise<void> {
  const file = await open(path, 'w');
  await file.truncate(layout.size);
  for (let position = 0; position < layout.size; ) {
    const segment = layout.at(position);
    if (segment.kind === 'bytes') await file.write(segment.bytes, 0, segment.bytes.length, position);
    position += segment.kind === 'bytes' ? segment.bytes.length : segment.size;
  }
  await file.close();
}

const python = (script: string) => run('python3', ['-c', script, path], options);

/** The output of each program for an archive; it fails when the archive is damaged. */
const programs = {
  unzip: { probe: ['-v'], test: ['-tq'], list: ['-Z1'] },
  '7z': { probe: ['i'], test: ['t', '-bso0', '-bsp0'], list: ['l', '-ba'] },
  bsdtar: { probe: ['--version'], test: ['-xOf'], list: ['-tf'] },
} as const;

type Program = keyof typeof programs;

/** Whether a program is not installed; its tests are then shown as skipped. */
const isMissing = (program: string, probe: readonly string[]) =>
  spawnSync(program, probe).error !== undefined;
const missing = new Set<string>(
  (Object.keys(programs) as Program[]).filter((program) => isMissing(program, programs[program].probe)),
);
const hasNoPython = isMissing('python3', ['--version']);

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

describe.each(Object.keys(programs) as Program[])('%s', (program) => {
  const { test, list } = programs[program];
  const isSkipped = missing.has(program);

  it.skipIf(isSkipped)('finds an ordinary archive whole', { timeout: 30_000 }, async () => {
    await writeArchive([
      ['a.txt', Buffer.from('a')],
      ['empty', Buffer.alloc(0)],
      ['folder/with spaces/b c.bin', randomBytes(300_000)],
      ['Папка/файл.txt', Buffer.from('content')],
      ['🎉.txt', Buffer.from('party')],
    ]);
    await run(program, [...test, path], options);
    const { stdout } = await run(program, [...list, path], options);
    expect(lines(stdout)).toHaveLength(5);
    for (const name of ['a.txt', 'folder/with spaces/b c.bin', 'Папка/файл.txt', '🎉.txt'])
      expect(stdout).toContain(name);
  });

  it.skipIf(isSkipped)('unpacks odd names on any system', { timeout: 30_000 }, async () => {
    const long = `${'ж'.repeat(125)}.txt`;
    const names: Readonly<Record<string, string>> = {
      'عربي-ملف.txt': 'عربي-ملف.txt',
      'a\u202egpj.exe': 'agpj.exe',
      'aux.tar.gz': '_aux.tar.gz',
      'dots. . .': 'dots',
      'Case/x': 'Case/x',
      'case/X': 'case (2)/X',
      [long]: long,
      [long.replace('.txt', '.TXT')]: `${'ж'.repeat(123)} (2).TXT`,
      '👩‍👩‍👧.txt': '👩‍👩‍👧.txt',
    };
    await writeArchive(Object.keys(names).map((name) => [name, Buffer.from(name)] as const));
    const target = join(directory, 'unpacked');
    const unpack = {
      unzip: ['-q', path, '-d', target],
      '7z': ['x', '-bso0', '-bsp0', `-o${target}`, path],
      bsdtar: ['-xf', path, '-C', target],
    };
    await mkdir(target);
    await run(program, [...unpack[program]], options);
    for (const [name, unpacked] of Object.entries(names))
      expect(await readFile(join(target, unpacked), 'utf8')).toBe(name);
  });

  it.skipIf(isSkipped).each([0xfffffffe, 0xffffffff, 0x100000000, 0x100000001])(
    'reads an entry behind one of %i bytes',
    { timeout: 30_000 },
    async (size) => {
      const builder = createLayoutBuilder();
      builder.add({ key: 'big', path: 'big', size, crc32: 0, modified });
      builder.add({ key: 'zeros', path: 'zeros', size: 1000, crc32: crc32(Buffer.alloc(1000)), modified });
      await writeSparse(builder.finish());
      const extract = {
        unzip: ['-p', path, 'zeros'],
        '7z': ['e', '-so', '-bsp0', path, 'zeros'],
        bsdtar: ['-xOf', path, 'zeros'],
      };
      const { stdout } = await run(program, extract[program], options);
      expect(stdout).toBe('\0'.repeat(1000));
    },
  );
});

describe.each([65_535, 65_536])('%i entries', (count) => {
  let folder: string;
  let large: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zip-'));
    large = join(folder, 'large.zip');
    const files = Array.from({ length: count }, (_, index) => [`${index}`, Buffer.alloc(0)] as const);
    await writeArchive(files, large);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  for (const [program, { list }] of Object.entries(programs)) {
    it.skipIf(missing.has(program))(`are counted by ${program}`, { timeout: 60_000 }, async () => {
      const { stdout } = await run(program, [...list, large], options);
      expect(lines(stdout)).toHaveLength(count);
    });
  }
});

describe.skipIf(hasNoPython)('python zipfile', () => {
  it('finds names, sizes, times and modes as they were given', async () => {
    const content = randomBytes(1000);
    await writeArchive([
      ['CON', Buffer.from('x')],
      ['a:b', content],
      ['a?b', Buffer.from('y')],
      ['trailing...', Buffer.from('z')],
      ['Photos/x.jpg', Buffer.alloc(0)],
      ['photos/x.jpg', Buffer.alloc(0)],
    ]);
    const { stdout } = await python(`
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.file_size, i.date_time, i.external_attr >> 16, i.compress_type] for i in z.infolist()]))
`);
    const facts = (name: string, size: number) => [name, size, [2024, 2, 29, 13, 37, 58], 0o100644, 0];
    expect(JSON.parse(stdout)).toEqual([
      facts('_CON', 1),
      facts('a_b', 1000),
      facts('a_b (2)', 1),
      facts('trailing', 1),
      facts('Photos/x.jpg', 0),
      facts('photos (2)/x.jpg', 0),
    ]);
  });

  it('opens an empty archive', async () => {
    await writeArchive([]);
    const { stdout } = await python('import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())');
    expect(stdout.trim()).toBe('[]');
  });

  it('sees sizes and places beyond 2^32', async () => {
    const builder = createLayoutBuilder();
    for (const [index, size] of [0xffffffff, 5, 100_000_000_000, 5].entries()) {
      builder.add({ key: `${index}`, path: `${index}`, size, crc32: crc32(Buffer.alloc(5)), modified });
    }
    await writeSparse(builder.finish());
    const { stdout } = await python(`
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.read('1') == z.read('3') == bytes(5)
    print(json.dumps([i.file_size for i in z.infolist()]))
`);
    expect(JSON.parse(stdout)).toEqual([0xffffffff, 5, 100_000_000_000, 5]);
  });
});
