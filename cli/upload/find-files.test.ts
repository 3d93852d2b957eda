import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPathProblem } from '#sdk/contract/formats/paths.js';
import { makeTempFolder } from '#sdk/testing/temp-folder.js';
import { describeFailure } from '../errors/describe-failure.ts';
import { requireFolder } from '../files/folder.ts';
import { testContext } from '../testing/context.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { findFiles, reportFound } from './find-files.ts';
import { assertNoneRefused } from './refused-names.ts';

const composed = 'caf\u00e9.txt';
const decomposed = 'cafe\u0301.txt';
const plain = { hidden: false, renameInvalid: false };

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
let top: string;
beforeEach(async () => {
  folder = await makeTempFolder();
  top = path.join(folder.path, 'top');
});
afterEach(() => folder.remove());

async function write(...names: string[]): Promise<void> {
  for (const name of names) {
    const file = path.join(top, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, name);
  }
}

const wrong = ['a\\b.txt', 'sub/c\\[1] #!.txt', 'line\nfeed.txt', 'gpj.\u202eexe'];
const right = ['a_b.txt', 'sub/c.txt', 'sub/c1.txt'];

it.skipIf(process.platform === 'win32')(
  'refuses a device that was named, and says how it is read',
  async () => {
    const { translator } = testContext().context;
    const error: unknown = await findFiles(['/dev/null'], plain).catch((reason: unknown) => reason);
    const { exitCode, lines } = describeFailure(translator, error);
    expect(exitCode).toBe(2);
    expect(lines).toEqual([
      expect.stringContaining('/dev/null is a device, socket or pipe'),
      expect.stringContaining('fileshare upload - --name NAME < /dev/null'),
    ]);
    expect(await findFiles(['/dev/null'], { ...plain, exclude: ['null'] })).toMatchObject({ sources: [] });
  },
);

describe('an argument that Node could not read as UTF-8', () => {
  it('is not called missing', async () => {
    const name = path.join(folder.path, 'bad\ufffd.txt');
    await expect(findFiles([folder.path, name], plain)).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.path_not_utf8', params: { path: name } },
    });
    await expect(requireFolder(name)).rejects.toMatchObject({ text: { key: 'cli.errors.path_not_utf8' } });
  });

  it('is a file if one has this name, and others can be missing', async () => {
    await write('bad\ufffd.txt');
    await expect(findFiles([path.join(top, 'bad\ufffd.txt')], plain)).resolves.toMatchObject({ skipped: [] });
    await expect(findFiles([path.join(top, 'none')], plain)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe.skipIf(process.platform === 'win32')('names that the server refuses', () => {
  /** What is said of the names in given folders. */
  async function refuse(given: string[] = [top]) {
    const { context } = testContext();
    const found = await findFiles(given, plain);
    const error = thrownBy(() => assertNoneRefused(context, found, given));
    const { exitCode, lines } = describeFailure(context.translator, error);
    return { found, exitCode, lines, hint: lines.at(-1) ?? '' };
  }

  it('are reported in groups, with options that leave them out and nothing else', async () => {
    await write(...wrong, ...right, composed, decomposed);
    const { exitCode, lines, hint } = await refuse();
    expect(exitCode).toBe(2);
    const groups = [
      '  Backslash in the name: top/a\\b.txt, top/sub/c\\[1] #!.txt',
      'Same letters as another name, stored in a different Unicode form (NFC or NFD): top/café.txt',
      'Character in the name that changes the direction of text: top/gpj.\ufffdexe',
      'Control character in the name: top/line\ufffdfeed.txt',
    ];
    expect(lines).toEqual([
      'fileshare: 5 files have names that the server refuses, so nothing was uploaded:',
      groups.join('; '),
      expect.stringContaining(String.raw`--exclude '*\\*'`),
    ]);
    await expectLeftOut(hint, ['top/a_b.txt', `top/${composed}`, 'top/sub/c.txt', 'top/sub/c1.txt'].sort());
  });

  it('are left out together where a folder has no others, however many there are', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `${index}\u202e.txt`);
    await write(
      ...many.map((name) => `sub/odd/${name}`),
      'sub/fine.txt',
      'a\nb',
      ...many.map((name) => `${name}\\`),
    );
    const { lines, hint } = await refuse();
    expect(lines).toHaveLength(3);
    expect(hint).toContain(String.raw`, add: --exclude '*\\*' --exclude '/a?b' --exclude /sub/odd/`);
    await expectLeftOut(hint, ['top/sub/fine.txt']);
  });

  it('are skipped on demand, which is the way out when options would be too many', async () => {
    const many = Array.from({ length: 11 }, (_, index) => `${index}\u202e.txt`);
    await write(...many, 'fine.txt');
    const { hint } = await refuse();
    expect(hint).toBe(
      'To upload all of them under allowed names, add --rename-invalid. To upload only the others, add: --skip-invalid',
    );
    const found = await findFiles([top], { ...plain, skipInvalid: true });
    expect(found).toMatchObject({ sources: [{ path: 'top/fine.txt' }], refused: [] });
    const { context, stderr } = testContext();
    reportFound(context, found);
    expect(stderr()).toBe('Skipped 11 files with names that the server refuses.\n');
    await expect(
      findFiles([top], { ...plain, renameInvalid: true, skipInvalid: true }),
    ).rejects.toMatchObject({
      text: { params: { option: '--rename-invalid', other: '--skip-invalid' } },
    });
  });

  it('are not left out by what matches others too', async () => {
    await write('x/same/a.txt', 'y/same/a.txt', 'line\nfeed', 'line_feed');
    const { found, exitCode, hint } = await refuse([path.join(top, 'x/same'), path.join(top, 'y/same')]);
    expect(found.refused).toMatchObject([{ path: 'same/a.txt', problem: 'duplicate', pattern: null }]);
    expect(exitCode).toBe(12);
    expect(hint).toContain('--skip-invalid');
    expect((await refuse()).hint).toContain('--skip-invalid');
  });

  it('are only renamed when there are no others', async () => {
    await write('a\\b.txt');
    expect((await refuse()).hint).toBe('To upload all of them under allowed names, add --rename-invalid.');
  });

  /** Runs the options of a hint through a shell, as somebody who copies them does. */
  async function expectLeftOut(hint: string, expected: string[]): Promise<void> {
    const options = hint.slice(hint.indexOf('add: ') + 5);
    const { stdout } = await promisify(execFile)('sh', ['-c', `printf '%s\\n' ${options}`]);
    const exclude = stdout.split('\n').filter((word) => word !== '' && word !== '--exclude');
    const { sources, refused } = await findFiles([top], { ...plain, exclude });
    expect(refused).toEqual([]);
    expect(sources.map((source) => source.path)).toEqual(expected);
  }

  it('are renamed on demand, always alike, and never to a name that is there', async () => {
    const long = `${'ü'.repeat(120)}.tar.gz`;
    await write(...wrong, ...right, composed, decomposed, `${long.slice(0, -7)}\\${'x'.repeat(8)}.gz`);
    const first = await findFiles([top], { ...plain, renameInvalid: true });
    const paths = first.sources.map((source) => source.path);
    expect(paths.filter((name) => findPathProblem(name) !== null)).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
    expect(Object.fromEntries(first.renamed.map(({ from, to }) => [from, to]))).toMatchObject({
      'top/a\\b.txt': 'top/a_b (2).txt',
      'top/sub/c\\[1] #!.txt': 'top/sub/c_[1] #!.txt',
      'top/line\nfeed.txt': 'top/line_feed.txt',
      'top/gpj.\u202eexe': 'top/gpj._exe',
      [`top/${composed}`]: 'top/café (2).txt',
    });
    const again = await findFiles([top], { ...plain, renameInvalid: true });
    expect(again.renamed).toEqual(first.renamed);
  });

  it('are shortened to what is allowed', async () => {
    const deep = Array.from({ length: 40 }, (_, i) => `d${i}`).join('/');
    await write(`${deep}/a.txt`, `${deep}/b/a.txt`);
    const { sources } = await findFiles([top], { ...plain, renameInvalid: true });
    const folders = ['top', ...deep.split('/')].slice(0, 32).join('/');
    expect(sources.map((source) => source.path)).toEqual([`${folders}/a.txt`, `${folders}/a (2).txt`]);
  });
});
