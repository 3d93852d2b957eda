import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeTempFolder } from '../../sdk/testing/temp-folder.ts';
import { readOptions } from '../options/read.ts';
import { testContext } from '../testing/context.ts';
import { aFile, aShare } from '../testing/shares.ts';
import { stub } from '../testing/stub.ts';
import { sync } from './sync.ts';

interface Situation {
  /** Paths of the files in the share. */
  present: readonly string[];
  /** Names of the files in the folder. */
  here?: readonly string[];
  state?: string;
}

/** A folder `site` and a share; `run` syncs them with `--delete`, by default without changing anything. */
async function prepare({ present, here = [], state = 'active' }: Situation) {
  const { path: folder, remove: removeFolder } = await makeTempFolder();
  onTestFinished(removeFolder);
  await mkdir(path.join(folder, 'site'));
  for (const name of here) await writeFile(path.join(folder, 'site', name), '1');
  const remove = stub();
  const { context } = testContext({
    client: {
      shares: { getOwned: async () => aShare({ state }) },
      files: {
        listOwned: async () => ({ files: present.map((name) => aFile(name)), nextCursor: null }),
        remove,
      },
    },
  });
  const run = (raw: Record<string, unknown> = {}) => {
    const options = readOptions(context.translator, sync.options, {
      delete: true,
      dryRun: true,
      yes: true,
      ...raw,
    });
    return sync.run(context, { args: [path.join(folder, 'site'), 'abc123'], options });
  };
  return { folder, remove, run };
}

describe('sync --delete', () => {
  it.each([
    ['', {}, ['site/gone.txt', 'site/app.map', 'site/drafts/gone.txt']],
    [' and what is excluded', { exclude: ['*.map', 'drafts/'] }, ['site/gone.txt']],
    [' and what a file excludes', { ignoreFile: 'patterns' }, ['site/gone.txt', 'site/drafts/gone.txt']],
    [
      ', and hidden files only when asked',
      { hidden: true, exclude: ['*.txt', '*.map'] },
      ['site/.git/config'],
    ],
  ])('leaves alone what is outside the folder%s', async (_name, given, expected) => {
    const present = [
      'site/gone.txt',
      'site/app.map',
      'site/drafts/gone.txt',
      'site/.git/config',
      'other/gone.txt',
    ];
    const { folder, run } = await prepare({ present, here: ['here.txt'] });
    await writeFile(path.join(folder, 'patterns'), '*.map\n');
    const raw = 'ignoreFile' in given ? { ignoreFile: path.join(folder, given.ignoreFile) } : given;
    expect((await run(raw)).removed).toEqual(expected);
  });

  describe.each([{ dryRun: true }, { dryRun: false }])('that would leave no file, with %j', (options) => {
    it('is refused before the first is removed', async () => {
      const { run, remove } = await prepare({ present: ['site/a.txt', 'site/b.txt'] });
      await expect(run(options)).rejects.toMatchObject({
        exit: 'usage',
        text: { key: 'cli.errors.removes_all_files' },
        hint: { params: { link: 'https://files.example.org/s/abc123' } },
      });
      expect(remove).not.toHaveBeenCalled();
    });

    it.each([
      ['a draft', { present: ['site/a.txt'], state: 'draft' }],
      ['a share with files from elsewhere', { present: ['site/a.txt', 'other.txt'] }],
    ])('is allowed for %s', async (_name, situation) => {
      const { run } = await prepare(situation);
      expect((await run(options)).removed).toEqual(['site/a.txt']);
    });
  });

  it('removes all files of before if there is a new one', async () => {
    const { run } = await prepare({ present: ['site/a.txt'], here: ['new.txt'] });
    expect(await run()).toMatchObject({ added: ['site/new.txt'], removed: ['site/a.txt'] });
  });

  it('keeps what is a link here, and everything below a link to a folder', async () => {
    const present = ['site/a.txt', 'site/docs/b.txt', 'site/docs/c/d.txt', 'site/docs.txt', 'site/here.txt'];
    const { folder, run } = await prepare({ present, here: ['here.txt'] });
    await symlink('/nowhere', path.join(folder, 'site/a.txt'));
    await symlink(folder, path.join(folder, 'site/docs'));
    expect((await run()).removed).toEqual(['site/docs.txt']);
  });

  it.each([
    ['skipped', { skipInvalid: true }],
    ['excluded', { exclude: [String.raw`*\\*`] }],
  ])('keeps what --rename-invalid has made of a file that is %s now', async (_name, options) => {
    const present = ['site/a_b.txt', 'site/a_b (2).txt', 'site/a_b.txt.old', 'site/a (2).txt'];
    const { run } = await prepare({ present, here: ['a\\b.txt', 'a.txt'] });
    expect((await run(options)).removed).toEqual(['site/a_b.txt.old', 'site/a (2).txt']);
  });

  it('keeps what --rename-invalid has made of a name in another form, but not everything with a number', async () => {
    const present = ['site/\u00fc.txt', 'site/\u00fc (2).txt', 'site/b (2).txt'];
    const { run } = await prepare({ present, here: ['\u00fc.txt', 'u\u0308.txt', 'b.txt'] });
    expect((await run({ skipInvalid: true })).removed).toEqual(['site/b (2).txt']);
  });
});
