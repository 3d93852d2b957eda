import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenShareOptions } from '#sdk/index.js';
import { readOptions } from '../options/read.ts';
import { testContext } from '../testing/context.ts';
import { aFile, aShare } from '../testing/shares.ts';
import { download } from './download.ts';

const where = { id: 'abc123', baseUrl: 'https://files.example.org' };

/** Downloads what matches nothing, of a share whose token is worth keeping, into a folder that is not there. */
async function miss(hasDirectLinks: boolean) {
  const client = {
    async openShare(_id: string, { tokenStore }: OpenShareOptions) {
      await tokenStore?.save(where, 'fsv_1');
      return { share: aShare({ hasDirectLinks }) };
    },
    async *listAllFiles() {
      yield aFile('a.txt');
    },
  };
  const { context } = testContext({ client });
  const options = readOptions(context.translator, download.options, {
    output: path.join(context.folders.state, 'inbox'),
  });
  const running = download.run(context, { args: ['abc123', 'typo*'], options });
  await expect(running).rejects.toMatchObject({ text: { key: 'cli.errors.no_match' } });
  return readdir(context.folders.state, { recursive: true }).catch(() => []);
}

describe('download of what is not in the share', () => {
  it('leaves nothing behind', async () => {
    expect(await miss(true)).toEqual([]);
  });

  it('keeps the view that it has used up, for the next try', async () => {
    expect(await miss(false)).toEqual(['inbox', 'inbox/.abc123.share-token']);
  });
});
