import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../testing/temp-folder.ts';
import { describeShareTokenStore } from '../shares/token-store.suite.ts';
import { fileShareTokenStore } from './share-token-store.ts';

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
beforeEach(async () => {
  folder = await makeTempFolder();
});
afterEach(() => folder.remove());

describeShareTokenStore('fileShareTokenStore', () => fileShareTokenStore(folder.path));

const share = { id: 'abcd', baseUrl: 'https://f.example' };

describe('the store of share tokens', () => {
  it('keeps a token for its owner alone', async () => {
    const directory = join(folder.path, 'inbox');
    await fileShareTokenStore(directory).save(share, 'fsv_1');
    expect((await stat(join(directory, '.abcd.share-token'))).mode & 0o777).toBe(0o600);
  });

  it('takes the folder that it made away with the token, unless something else is in it', async () => {
    const [made, used] = [join(folder.path, 'made'), join(folder.path, 'used')];
    for (const directory of [made, used]) {
      const store = fileShareTokenStore(directory);
      await store.save(share, 'fsv_1');
      if (directory === used) await writeFile(join(used, 'a.txt'), '');
      await store.clear(share);
    }
    const store = fileShareTokenStore(folder.path);
    await store.save(share, 'fsv_1');
    await store.clear(share);
    expect(await readdir(folder.path)).toEqual(['used']);
    expect(await readdir(used)).toEqual(['a.txt']);
  });

  it('takes a damaged file for none', async () => {
    await writeFile(join(folder.path, '.abcd.share-token'), '{"tok');
    expect(await fileShareTokenStore(folder.path).load(share)).toBeNull();
  });
});
