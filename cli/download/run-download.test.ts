import path from 'node:path';
import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { DiskFullError } from '#sdk/index.js';
import { describeFailure } from '../errors/describe-failure.ts';
import { testContext } from '../testing/context.ts';
import { aFile, aShare } from '../testing/shares.ts';
import { explainDamage } from './explain-damage.ts';
import { downloadFiles } from './run-download.ts';

const damaged = new AppError('checksum_mismatch', { path: 'x' });
const full = new DiskFullError('/mnt/stick', 5_000_000);
const outside = (name: string) => new AppError('file_path_invalid', { path: name, problem: 'dots' });

/** What a download says of files that failed, one of which may have arrived. */
async function fail(errors: Readonly<Record<string, Error>>, { arrived = false } = {}) {
  const failed = Object.entries(errors).map(([name, error]) => ({ path: name, error }));
  const files = arrived ? [{ path: 'ok.txt', target: path.resolve('ok.txt'), status: 'written' }] : [];
  const { context } = testContext({
    client: { downloadShare: async () => ({ failed, files, bytes: 10, resumed: 0, share: aShare() }) },
  });
  const run = {
    share: { ...aShare(), sender: null },
    files: [aFile('ok.txt')],
    isAll: true,
    isArchive: false,
  };
  const options = { directory: path.resolve('.') };
  const client = await context.createClient({ server: 'https://files.example.org' });
  const error: unknown = await downloadFiles(context, { ...run, client, options }).catch(
    (reason: unknown) => reason,
  );
  return describeFailure(context.translator, error);
}

it('names the files that failed in one line', async () => {
  const errors = Object.fromEntries('abcdefgh'.split('').map((name) => [name, damaged]));
  const { exitCode, lines, document } = await fail({ ...errors, i: full }, { arrived: true });
  expect(exitCode).toBe(3);
  expect(lines).toEqual([
    expect.stringContaining('9 files could not be downloaded. The first, a: '),
    '  Also failed: b, c, d, e, f, and 3 more',
    'To resume, run the same command again. Everything downloaded so far is kept.',
  ]);
  expect(document).toMatchObject({ code: 'partly_downloaded', failures: { length: 9 } });
});

it.each([
  ['damaged', { a: damaged, b: damaged }, false, 9],
  ['damaged, and one that arrived', { a: damaged, b: damaged }, true, 3],
  ['damaged or too large', { a: damaged, b: full }, false, 3],
  ['too large', { a: full, b: full }, false, 8],
])('has the exit code of files that are all %s', async (_name, errors, arrived, expected) => {
  expect((await fail(errors, { arrived })).exitCode).toBe(expected);
});

it('does not offer to resume what a server should not have sent', async () => {
  const { exitCode, lines } = await fail({ '../a': outside('../a'), '../b': outside('../b') });
  expect(exitCode).toBe(2);
  expect(lines).toEqual([
    'fileshare: 2 files could not be downloaded. The first, ../a: the server sent a path that no share can contain.',
    '  Also failed: ../b',
    'Do not trust this server. Ask the sender for another link.',
  ]);
  expect((await fail({ '../a': outside('../a') })).lines).toHaveLength(2);
});

it('offers an archive for names that the file system cannot hold', async () => {
  const refused = (code: string) =>
    Object.assign(new Error(code), { code, syscall: 'open', path: '/usb/a:b' });
  const { exitCode, lines } = await fail(
    { 'a:b': refused('EINVAL'), 'c?': refused('EILSEQ') },
    { arrived: true },
  );
  expect(exitCode).toBe(3);
  expect(lines).toEqual([
    'fileshare: 2 files could not be downloaded. The first, a:b: This file system does not allow the name of /usb/a:b.',
    '  Also failed: c? (This file system does not allow the name of /usb/a:b.)',
    'To get everything, with the names changed where necessary, download one archive: add --archive',
  ]);
  const alone = await fail({ 'a:b': refused('EINVAL') });
  expect(alone).toMatchObject({
    exitCode: 2,
    lines: [expect.stringContaining('a:b'), expect.stringContaining('--archive')],
  });
});

it('says how much space is lacking', async () => {
  const { lines } = await fail({ a: full });
  expect(lines[0]).toMatch(/^fileshare: \/mnt\/stick does not have enough free space: 5 MB more is needed\./);
});

it('names damaged files of an archive in one line', () => {
  const { context } = testContext();
  const paths = Array.from({ length: 12 }, (_, index) => `${index}.txt`);
  const error = Object.assign(new Error('damaged'), { name: 'FilesDamagedError', paths });
  const { exitCode, lines } = describeFailure(context.translator, explainDamage(context.translator, error));
  expect(exitCode).toBe(9);
  expect(lines).toEqual([
    'fileshare: 12 files are damaged; their content does not match the checksums:',
    '  0.txt, 1.txt, 2.txt, 3.txt, 4.txt, and 7 more',
    expect.stringContaining('Download these files again'),
  ]);
});
