import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeTempFolder } from '../../sdk/testing/temp-folder.ts';
import { readOptions } from '../options/read.ts';
import { testContext } from '../testing/context.ts';
import { aFile, aShare } from '../testing/shares.ts';
import { sync } from './sync.ts';

const present = [
  'site/gone.txt',
  'site/app.map',
  'site/drafts/gone.txt',
  'site/.git/config',
  'other/gone.txt',
];

it.each([
  ['', {}, ['site/gone.txt', 'site/app.map', 'site/drafts/gone.txt']],
  [' and what is excluded', { exclude: ['*.map', 'drafts/'] }, ['site/gone.txt']],
  [' and what a file excludes', { ignoreFile: 'patterns' }, ['site/gone.txt', 'site/drafts/gone.txt']],
  [', and hidden files only when asked', { hidden: true, exclude: ['*.txt', '*.map'] }, ['site/.git/config']],
])('--delete leaves alone what is outside the folder%s', async (_name, given, expected) => {
  const { path: folder, remove } = await makeTempFolder();
  onTestFinished(remove);
  await mkdir(path.join(folder, 'site'));
  await writeFile(path.join(folder, 'site/here.txt'), '1');
  await writeFile(path.join(folder, 'patterns'), '*.map\n');
  const { context } = testContext({
    client: {
      shares: { getOwned: async () => aShare() },
      files: { listOwned: async () => ({ files: present.map((name) => aFile(name)), nextCursor: null }) },
    },
  });
  const raw = 'ignoreFile' in given ? { ignoreFile: path.join(folder, given.ignoreFile) } : given;
  const options = readOptions(context.translator, sync.options, { delete: true, dryRun: true, ...raw });
  const { removed } = await sync.run(context, { args: [path.join(folder, 'site'), 'abc123'], options });
  expect(removed).toEqual(expected);
});
