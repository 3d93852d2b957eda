import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenShareOptions } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { readOptions } from '../options/read.ts';
import { testContext } from '../testing/context.ts';
import { aFile, aShare } from '../testing/shares.ts';
import { download } from './download.ts';

const where = { id: 'abc123', baseUrl: 'https://files.example.org' };

/** A share whose files only those see who have opened it, and how often that has used up a view. */
function aClosedShare(hasDirectLinks: boolean) {
  const views = { used: 0 };
  const client = {
    async openShare(_id: string, { tokenStore }: OpenShareOptions) {
      if ((await tokenStore?.load(where)) !== 'fsv_1') {
        views.used++;
        await tokenStore?.save(where, 'fsv_1');
      }
      return { share: aShare({ hasDirectLinks }) };
    },
    async *listAllFiles() {
      yield aFile('a.txt');
    },
  };
  return { views, ...testContext({ client }) };
}

/** Downloads what matches nothing to this place. */
async function miss(context: Context, output: string) {
  const options = readOptions(context.translator, download.options, { output });
  const running = download.run(context, { args: ['abc123', 'typo*'], options });
  await expect(running).rejects.toMatchObject({ text: { key: 'cli.errors.no_match' } });
}

describe('download of what is not in the share', () => {
  it('leaves nothing behind', async () => {
    const { context } = aClosedShare(true);
    await miss(context, path.join(context.folders.state, 'a/inbox'));
    expect(await readdir(context.folders.state).catch(() => [])).toEqual([]);
  });

  it.each([
    ['stdout', '-', '-'],
    ['the folder', 'inbox', 'inbox'],
    ['another folder', 'inbox', 'elsewhere'],
    ['stdout after a folder', 'inbox', '-'],
    ['a folder after stdout', '-', 'inbox'],
  ])('keeps the view that it has used up, for the next try to %s', async (_name, first, second) => {
    const { context, views } = aClosedShare(false);
    const placeOf = (name: string) => (name === '-' ? name : path.join(context.folders.state, name));
    await miss(context, placeOf(first));
    await miss(context, placeOf(second));
    expect(views.used).toBe(1);
  });
});

describe('download to a folder that cannot be written', () => {
  it.skipIf(process.getuid?.() === 0)('names the folder and uses up no view', async () => {
    const { context, views } = aClosedShare(false);
    const locked = path.join(context.folders.state, 'locked');
    await mkdir(locked, { recursive: true });
    await chmod(locked, 0o500);
    for (const output of [locked, path.join(locked, 'new')]) {
      const options = readOptions(context.translator, download.options, { output });
      const running = download.run(context, { args: ['abc123'], options });
      await expect(running).rejects.toMatchObject({ code: 'EACCES', path: output });
    }
    expect(views.used).toBe(0);
  });

  it.each(['x'.repeat(300), ...(process.platform === 'linux' ? ['/sys'] : [])])(
    'names %s, and uses up no view, whoever runs it',
    async (name) => {
      const { context, views } = aClosedShare(false);
      const output = path.resolve(context.folders.state, name);
      const options = readOptions(context.translator, download.options, { output });
      const running = download.run(context, { args: ['abc123'], options });
      await expect(running).rejects.toMatchObject({ path: output });
      expect(views.used).toBe(0);
    },
  );
});
