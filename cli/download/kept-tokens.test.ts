import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeShareTokenStore } from '../../sdk/client/shares/token-store.suite.ts';
import { makeTempFolder } from '../../sdk/testing/temp-folder.ts';
import { createKeptTokens } from './kept-tokens.ts';

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
beforeEach(async () => {
  folder = await makeTempFolder();
});
afterEach(async () => {
  vi.useRealTimers();
  await folder.remove();
});

describeShareTokenStore('createKeptTokens', () => createKeptTokens(folder.path));

const share = { id: 'abcd', baseUrl: 'https://f.example' };
const directory = () => path.join(folder.path, 'share-tokens');

describe('the tokens of opened shares', () => {
  it('are for their owner alone, and name no share', async () => {
    await createKeptTokens(folder.path).save(share, 'fsv_1');
    const [name = ''] = await readdir(directory());
    expect(name).toMatch(/^[0-9a-f]{32}\.json$/);
    expect((await stat(path.join(directory(), name))).mode & 0o777).toBe(0o600);
    expect((await stat(directory())).mode & 0o777).toBe(0o700);
  });

  it('are kept for an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await createKeptTokens(folder.path).save(share, 'fsv_1');
    vi.advanceTimersByTime(3_599_000);
    expect(await createKeptTokens(folder.path).load(share)).toBe('fsv_1');
    vi.advanceTimersByTime(2000);
    expect(await createKeptTokens(folder.path).load(share)).toBeNull();
  });

  it('are deleted when they have expired', async () => {
    await mkdir(directory());
    const old = path.join(directory(), 'old.json');
    await writeFile(old, '');
    await utimes(old, 0, 0);
    await createKeptTokens(folder.path).save(share, 'fsv_1');
    expect(await readdir(directory())).toHaveLength(1);
    await expect(stat(old)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
