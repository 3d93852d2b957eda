import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LocalFileSource } from '#sdk/index.js';
import { makeTempFolder } from '../../sdk/testing/temp-folder.ts';
import { upload } from '../commands/upload.ts';
import { createCliTranslator } from '../context.ts';
import { describeFailure } from '../errors/describe-failure.ts';
import { compareFiles } from '../files/compare.ts';
import { readOptions } from '../options/read.ts';
import { testContext } from '../testing/context.ts';
import { aFile, aShare } from '../testing/shares.ts';
import { explainUnreadable, findRemedy } from './unreadable.ts';

const translator = createCliTranslator({});
const coded = (code: string, fields: object = {}) => Object.assign(new Error(code), { code, ...fields });

// The user that these tests run as may be allowed to read everything.
describe('an unreadable folder', () => {
  it.each([
    ['inside a given one', 'scandir', 'a/b c', "--exclude '/b c'"],
    ['whose files are hidden', 'lstat', 'a/b/file', '--exclude /b'],
    ['that was given', 'scandir', 'a', 'then try again: chmod -R u+rX '],
  ])('%s comes with what to do', (_case, syscall, name, expected) => {
    const cause = coded('EACCES', { syscall, path: path.resolve(name) });
    const { exitCode, lines } = describeFailure(translator, explainUnreadable(cause, ['a']));
    expect(exitCode).toBe(5);
    expect(lines).toEqual([expect.stringContaining('permission denied'), expect.stringContaining(expected)]);
  });

  it('that the disk cannot read can be left out', () => {
    const cause = coded('EIO', { syscall: 'scandir', path: path.resolve('a/b') });
    expect(describeFailure(translator, explainUnreadable(cause, ['a'])).lines).toEqual([
      expect.stringContaining('the disk reports an error'),
      'To upload all, try again once it can be read. To upload the others, add: --exclude /b',
    ]);
  });

  it('is told from other errors', () => {
    const ignoreFile = coded('EACCES', { syscall: 'open', path: '/x' });
    for (const error of [ignoreFile, new Error('no')]) expect(explainUnreadable(error, ['a'])).toBe(error);
  });
});

describe('unreadable files', () => {
  /** What an upload of a folder with four files says when some of them fail. */
  async function fail(failures: Readonly<Record<string, Error>>, given = 'top') {
    const { path: folder, remove } = await makeTempFolder();
    onTestFinished(remove);
    await mkdir(path.join(folder, 'top/sub'), { recursive: true });
    for (const name of ['fine.txt', 'no read.txt', 'sub/a.txt', 'sub/b.txt'])
      await writeFile(path.join(folder, 'top', name), '1');
    const { context } = testContext({
      client: {
        uploadFiles: async () => {
          const list = Object.entries(failures).map(([name, error]) => ({ path: name, error }));
          throw Object.assign(new Error('failed'), { share: aShare(), failures: list });
        },
      },
    });
    const options = readOptions(translator, upload.options, {});
    const args = [path.join(folder, given)];
    const error: unknown = await upload.run(context, { args, options }).catch((reason: unknown) => reason);
    return { folder, ...describeFailure(translator, error) };
  }

  it('come with options that leave them out, and with a command to read them', async () => {
    const { folder, exitCode, lines } = await fail({ 'top/no read.txt': coded('EACCES') });
    expect(exitCode).toBe(5);
    expect(lines).toEqual([
      expect.stringContaining('top/no read.txt could not be transferred'),
      `To upload all, allow yourself to read it (chmod u+r '${folder}/top/no read.txt') and try again. To upload the others, add: --exclude '/no read.txt'`,
    ]);
  });

  it('are left out together where a folder has no others', async () => {
    const { folder, lines } = await fail({
      'top/sub/a.txt': coded('EACCES'),
      'top/no read.txt': coded('EPERM'),
      'top/sub/b.txt': coded('EACCES'),
    });
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe(
      `To upload all, allow yourself to read them (chmod u+r '${folder}/top/no read.txt' ${folder}/top/sub/a.txt ${folder}/top/sub/b.txt) and try again. To upload the others, add: --exclude '/no read.txt' --exclude /sub/`,
    );
  });

  it('need another disk when this one reports an error', async () => {
    const { exitCode, lines } = await fail({ 'top/fine.txt': coded('EIO') });
    expect(exitCode).toBe(1);
    expect(lines[1]).toBe(
      'To upload all, try again once it can be read. To upload the others, add: --exclude /fine.txt',
    );
  });

  it('cannot be left out when nothing is left', async () => {
    const { folder, lines } = await fail({ 'fine.txt': coded('EACCES') }, 'top/fine.txt');
    expect(lines[1]).toBe(`Allow yourself to read it, then try again: chmod u+r ${folder}/top/fine.txt`);
    const damaged = await fail({ 'fine.txt': coded('EIO') }, 'top/fine.txt');
    expect(damaged.lines[1]).toBe('Try again once it can be read.');
  });

  it('are found together when they are compared', async () => {
    const sources = ['a', 'b', 'c'].map((name) => unreadable(`top/${name}.txt`));
    const comparing = compareFiles(sources, [aFile('top/a.txt'), aFile('top/b.txt')], {
      root: 'top',
      isLeftOut: () => false,
      signal: new AbortController().signal,
    });
    const error: unknown = await comparing.catch((reason: unknown) => reason);
    const remedy = await findRemedy(error, { sources, given: ['top'] });
    expect(remedy?.params).toMatchObject({ count: 2, options: '--exclude /a.txt --exclude /b.txt' });
  });

  function unreadable(name: string): LocalFileSource {
    const open = () => {
      throw coded('EACCES', { path: name });
    };
    return { file: path.resolve(name), path: name, size: 10, lastModified: 0, fingerprint: name, open };
  }
});
