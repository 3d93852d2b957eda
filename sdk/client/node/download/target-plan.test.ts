import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ShareFile } from '../../../contract/files.ts';
import { makeTempFolder } from '../../../testing/temp-folder.ts';
import { isCaseSensitive, TargetPlan } from './target-plan.ts';

const fileAt = (name: string) => ({ path: name }) as ShareFile;
const twins = ['README', 'Readme', 'docs/a.txt', 'Docs/A.txt'].map(fileAt);

it('gives every file a path of its own where case does not count', () => {
  const { planned } = new TargetPlan('/out', twins, false);
  expect(planned.map(({ target }) => target)).toEqual([
    path.join('/out', 'README'),
    path.join('/out', 'Readme (2)'),
    path.join('/out', 'docs/a.txt'),
    path.join('/out', 'Docs/A (2).txt'),
  ]);
});

it('keeps names that differ in case where they are different names', () => {
  const { planned } = new TargetPlan('/out', twins, true);
  expect(planned.map(({ target }) => target)).toEqual(twins.map((file) => path.join('/out', file.path)));
});

it.skipIf(process.platform === 'win32' || process.platform === 'darwin')(
  'tries the folder only for names that differ in case, and leaves nothing there',
  async () => {
    const { path: folder, remove } = await makeTempFolder();
    onTestFinished(remove);
    expect(isCaseSensitive(folder, twins)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
    expect(isCaseSensitive(path.join(folder, 'missing'), [fileAt('a'), fileAt('b')])).toBe(true);
  },
);
