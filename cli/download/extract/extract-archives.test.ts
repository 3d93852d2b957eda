import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32, gzipSync } from 'node:zlib';
import { ZipArchive } from 'archiver';
import { type Header, pack } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InterruptedError } from '../../errors/cli-error.ts';
import { describeFailure } from '../../errors/describe-failure.ts';
import { testContext } from '../../testing/context.ts';
import { extractArchives } from './extract-archives.ts';
import { readTar } from './tar.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fileshare-extract-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Part = Partial<Header> & { name: string; content?: string };

async function tarOf(parts: readonly Part[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = '', ...header } of parts) archive.entry(header, content);
  archive.finalize();
  return buffer(archive);
}

interface ZipPart {
  name: string;
  content?: string;
  mode?: number;
  symlink?: string;
}

async function zipOf(parts: readonly ZipPart[]): Promise<Buffer> {
  const archive = new ZipArchive();
  for (const { name, content = '', mode = 0o644, symlink: target } of parts) {
    if (target === undefined) archive.append(content, { name, mode });
    else archive.symlink(name, target);
  }
  await archive.finalize();
  return buffer(archive);
}

/** Downloads files, as it were, and extracts them. */
async function extract(
  archives: Readonly<Record<string, Uint8Array>>,
  status: 'written' | 'skipped' = 'written',
) {
  const { context, stderr } = testContext();
  const files = [];
  for (const [name, bytes] of Object.entries(archives)) {
    const target = path.join(folder, name);
    await writeFile(target, bytes);
    files.push({ path: name, target, status, size: bytes.length });
  }
  const result = await extractArchives(context, files).then(
    (extracted) => ({ extracted, failure: null }),
    (error: unknown) => ({ extracted: null, failure: describeFailure(context.translator, error) }),
  );
  return { ...result, stderr: stderr() };
}

async function tree(name: string): Promise<string[]> {
  const found = await readdir(path.join(folder, name), { recursive: true });
  return found.sort();
}

const textOf = (name: string) => readFile(path.join(folder, name), 'utf8');
const modified = new Date('2020-02-03T04:05:06Z');

describe('archives', () => {
  it.each([
    ['.tar', (bytes: Buffer) => bytes],
    ['.tar.gz', gzipSync],
    ['.TGZ', gzipSync],
  ])('of the kind %s are extracted with modes, dates and links', async (ending, compress) => {
    const bytes = await tarOf([
      { name: './bin/', type: 'directory' },
      { name: './bin/run', content: 'echo', mode: 0o755, mtime: modified },
      { name: './empty/', type: 'directory' },
      { name: './run', type: 'symlink', linkname: 'bin/run' },
      { name: './copy', type: 'link', linkname: './bin/run' },
    ]);
    const { extracted } = await extract({ [`app${ending}`]: compress(bytes) });
    expect(extracted).toMatchObject([{ path: `app${ending}`, status: 'extracted', files: 1, bytes: 4 }]);
    expect(await tree('app')).toEqual(['bin', 'bin/run', 'copy', 'empty', 'run']);
    expect(await textOf('app/copy')).toBe('echo');
    expect(await readlink(path.join(folder, 'app/run'))).toBe('bin/run');
    const { mode, mtime } = await stat(path.join(folder, 'app/bin/run'));
    // The others depend on the umask.
    expect([mode & 0o700, mtime]).toEqual([0o700, modified]);
  });

  it('of the kind .zip are extracted, too', async () => {
    const bytes = await zipOf([
      { name: 'täxt.txt', content: 'hello '.repeat(1000) },
      { name: 'bin/run', content: 'echo', mode: 0o755 },
      { name: 'link', symlink: 'bin/run' },
    ]);
    const { extracted } = await extract({ 'app.zip': bytes });
    expect(extracted).toMatchObject([{ files: 2, bytes: 6004 }]);
    expect(await tree('app')).toEqual(['bin', 'bin/run', 'link', 'täxt.txt']);
    expect(await readlink(path.join(folder, 'app/link'))).toBe('bin/run');
    expect((await stat(path.join(folder, 'app/bin/run'))).mode & 0o100).toBe(0o100);
    expect((await stat(path.join(folder, 'app/täxt.txt'))).mode & 0o100).toBe(0);
  });

  it('have no folder in a folder of the same name', async () => {
    await extract({ 'app.tar': await tarOf([{ name: 'app/a', content: 'a' }]) });
    expect(await tree('app')).toEqual(['a']);
    await extract({ 'other.tar': await tarOf([{ name: 'app/a', content: 'a' }]) });
    expect(await tree('other')).toEqual(['app', 'app/a']);
  });

  it('may contain links to nothing, as parts of larger folders do', async () => {
    const links = ['b', 'b/c', './../b'].map((linkname, index) => ({
      name: `d/${index}`,
      type: 'symlink' as const,
      linkname,
    }));
    await extract({ 'app.tar': await tarOf(links) });
    expect(await tree('app')).toEqual(['d', 'd/0', 'd/1', 'd/2']);
  });

  it('may contain a path twice: the last one counts', async () => {
    const bytes = await tarOf([
      { name: 'a', content: 'old and long' },
      { name: 'a', content: 'new' },
    ]);
    const { extracted } = await extract({ 'app.tar': bytes });
    expect(extracted).toMatchObject([{ files: 1 }]);
    expect(await textOf('app/a')).toBe('new');
  });

  it('are left alone when they and their folders were there before', async () => {
    const bytes = await tarOf([{ name: 'a', content: 'a' }]);
    await extract({ 'app.tar': bytes });
    await writeFile(path.join(folder, 'app/a'), 'mine');
    const { extracted } = await extract({ 'app.tar': bytes }, 'skipped');
    expect(extracted).toMatchObject([{ status: 'skipped' }]);
    expect(await textOf('app/a')).toBe('mine');
  });

  it('do not replace a folder that was there', async () => {
    await mkdir(path.join(folder, 'app'));
    const { failure } = await extract({ 'app.tar': await tarOf([{ name: 'a' }]) });
    expect(failure?.exitCode).toBe(3);
    expect(failure?.lines).toEqual([
      expect.stringMatching(
        /^fileshare: 1 archive was downloaded, but not extracted\. app\.tar: .*app already exists\.$/,
      ),
      'Rename or remove what is in the way, then run the same command again.',
    ]);
    expect(await tree('app')).toEqual([]);
  });

  it('are extracted from the start when a killed run has left something', async () => {
    await mkdir(path.join(folder, `.fileshare-extract-${hostname()}-${2 ** 22 + 1}/old`), {
      recursive: true,
    });
    await mkdir(path.join(folder, `.fileshare-extract-${hostname()}-${process.ppid}`));
    await extract({ 'app.tar': await tarOf([{ name: 'a' }]) });
    const others = `.fileshare-extract-${hostname()}-${process.ppid}`;
    expect(await tree('.')).toEqual([others, 'app', 'app.tar', 'app/a']);
  });

  it('leave nothing when the command is interrupted', async () => {
    const stopped = new AbortController();
    const { context } = testContext({ signal: stopped.signal });
    const target = path.join(folder, 'app.tar');
    await writeFile(target, await tarOf([{ name: 'a', content: 'a' }]));
    stopped.abort(new InterruptedError('interrupted'));
    const extracting = extractArchives(context, [{ path: 'app.tar', target, status: 'written', size: 1 }]);
    const failure = await extracting.catch((error: unknown) => describeFailure(context.translator, error));
    expect(failure).toMatchObject({
      exitCode: 130,
      lines: [expect.any(String), expect.stringContaining('resume')],
    });
    expect(await tree('.')).toEqual(['app.tar']);
  });

  it('are the only files that are extracted', async () => {
    const { extracted, stderr } = await extract({ 'a.txt': Buffer.from('a'), '.zip': Buffer.from('b') });
    expect(extracted).toEqual([]);
    expect(stderr).toContain('None of these files is an archive');
  });

  it('wait until somebody wants their entries', async () => {
    const file = path.join(folder, 'app.tar');
    await writeFile(file, await tarOf([{ name: 'a', content: 'a' }]));
    const entries = readTar(file, new AbortController().signal);
    await delay(50);
    expect(await entries.next()).toMatchObject({ value: { path: 'a' } });
    await entries.return(undefined);
  });

  it('that fail do not stop the others', async () => {
    const good = await tarOf([{ name: 'a', content: 'a' }]);
    const bad = Buffer.from('no archive at all');
    const { failure } = await extract({ 'a.zip': bad, 'b.tar': bad, 'c.tar': good, 'd.tgz': bad });
    expect(failure?.lines).toEqual([
      'fileshare: 3 archives were downloaded, but not extracted. The first, a.zip: it is damaged, or not an archive of this kind.',
      '  Also failed: b.tar, d.tgz',
      'The archive was kept. If you trust the sender, extract it with another program.',
    ]);
    expect(failure?.document).toMatchObject({
      extracted: [{ path: 'c.tar' }],
      failures: [{ path: 'a.zip' }, {}, {}],
    });
    expect(await tree('.')).toEqual(['a.zip', 'b.tar', 'c', 'c.tar', 'c/a', 'd.tgz']);
  });
});

describe('a hostile archive', () => {
  const tars: readonly (readonly [string, readonly Part[], string])[] = [
    ['a path out of its folder', [{ name: 'a/../../evil' }], 'the path a/../../evil'],
    ['an absolute path', [{ name: '/tmp/evil' }], 'the path /tmp/evil'],
    ['a link out of its folder', [{ name: 'a', type: 'symlink', linkname: '../..' }], 'its link a is'],
    ['an absolute link', [{ name: 'a', type: 'symlink', linkname: '/etc/passwd' }], 'its link a is'],
    ['a link to nothing outside', [{ name: 'a', type: 'symlink', linkname: '../no' }], 'its link a is'],
    ['a detour to the outside', [{ name: 'a', type: 'symlink', linkname: 'no/../../no' }], 'its link a is'],
    [
      'a link out of the only folder',
      [{ name: 'app/a', type: 'symlink', linkname: '../b' }],
      'its link app/a is',
    ],
    ['a path that is a file and a folder', [{ name: 'a' }, { name: 'a/b' }], 'it contains a/b twice'],
    [
      'a link in the place of a folder',
      [{ name: 'a/b' }, { name: 'a', type: 'symlink', linkname: 'c' }],
      'it contains a twice',
    ],
    ['a link to itself', [{ name: 'a', type: 'symlink', linkname: 'a' }], 'lead in a circle'],
    ['a hard link out of its folder', [{ name: 'a', type: 'link', linkname: '../evil' }], 'the path ../evil'],
    [
      'a chain of links out of its folder',
      [
        { name: 'd/e/f' },
        { name: 'a', type: 'symlink', linkname: 'd/e' },
        { name: 'b', type: 'symlink', linkname: 'a/../../..' },
      ],
      'its link b is',
    ],
    [
      'a hard link through a link out of its folder',
      [
        { name: 'a', type: 'symlink', linkname: '..' },
        { name: 'b', type: 'link', linkname: 'a/secret' },
      ],
      'its link b is',
    ],
    ['a device', [{ name: 'a', type: 'character-device' }], 'it contains a, which is neither'],
    ['a name that moves the cursor', [{ name: 'a\u001b[2Jb' }], 'the path a\ufffd[2Jb'],
  ];

  it.each(tars)('with %s is not extracted', async (_name, parts, problem) => {
    await writeFile(path.join(folder, 'secret'), 'secret');
    const { failure } = await extract({ 'app.tar': await tarOf(parts) });
    expect(failure?.exitCode).toBe(3);
    expect(failure?.lines[0]).toContain(problem);
    expect(await tree('.')).toEqual(['app.tar', 'secret']);
  });

  it('cannot write through a link', async () => {
    const bytes = await tarOf([
      { name: 'a', type: 'symlink', linkname: '..' },
      { name: 'a/evil', content: 'evil' },
    ]);
    expect((await extract({ 'app.tar': bytes })).failure?.exitCode).toBe(3);
    expect(await tree('.')).toEqual(['app.tar']);
  });

  it('cannot write through a link that a killed run has left', async () => {
    const elsewhere = path.join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, path.join(folder, `.fileshare-extract-${hostname()}-${process.pid}`));
    await extract({ 'app.tar': await tarOf([{ name: 'a', content: 'a' }]) });
    expect(await tree('elsewhere')).toEqual([]);
    expect(await tree('app')).toEqual(['a']);
  });

  it('with a path out of a ZIP archive is not extracted', async () => {
    const bytes = await zipOf([{ name: 'aa/evil', content: 'evil' }]);
    const { failure } = await extract({ 'app.zip': replaceAll(bytes, 'aa/evil', '../evil') });
    expect(failure?.exitCode).toBe(3);
    expect(failure?.lines[0]).toContain('it contains the path ../evil, which is not allowed');
    expect(await tree('.')).toEqual(['app.zip']);
  });

  it('that is much larger inside is not extracted', async () => {
    const bytes = await tarOf([{ name: 'a', pax: { size: String(2 ** 31) } }]);
    const { failure } = await extract({ 'app.tgz': gzipSync(bytes) });
    expect(failure?.lines[0]).toContain('its content is more than 200 times as large');
    expect(await tree('.')).toEqual(['app.tgz']);
  });

  it('with content that differs from its checksum is not extracted', async () => {
    const content = 'the content of this file';
    const bytes = await zipOf([{ name: 'a', content }]);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(content));
    const at = bytes.lastIndexOf(checksum);
    bytes.writeUInt32LE(0, at);
    const { failure } = await extract({ 'app.zip': bytes });
    expect(failure?.lines[0]).toContain('it is damaged');
    expect(await tree('.')).toEqual(['app.zip']);
  });

  it('that ends too early is not extracted', async () => {
    const bytes = await tarOf([{ name: 'a', content: 'a'.repeat(5000) }]);
    const cut = { 'a.tar': bytes.subarray(0, 3000), 'b.tgz': gzipSync(bytes).subarray(0, 60) };
    const { failure } = await extract(cut);
    expect(failure?.document).toMatchObject({ failures: [{ path: 'a.tar' }, { path: 'b.tgz' }] });
    expect(await tree('.')).toEqual(['a.tar', 'b.tgz']);
  });
});

function replaceAll(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
}
