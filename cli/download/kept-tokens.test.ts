import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

  it('are kept until they are cleared, the last of each share', async () => {
    const open = () => createKeptTokens(folder.path);
    expect(await open().load(share)).toBeNull();
    await open().save(share, 'fsv_1');
    await open().save(share, 'fsv_2');
    expect(await open().load(share)).toBe('fsv_2');
    await open().clear(share);
    expect(await open().load(share)).toBeNull();
    await open().clear(share);
  });

  it('go to their server and open their share only', async () => {
    await createKeptTokens(folder.path).save(share, 'fsv_1');
    for (const other of [
      { ...share, id: 'efgh' },
      { ...share, baseUrl: 'https://other.example' },
    ])
      expect(await createKeptTokens(folder.path).load(other)).toBeNull();
  });

  it('are none when their file is damaged', async () => {
    await createKeptTokens(folder.path).save(share, 'fsv_1');
    const [name = ''] = await readdir(directory());
    await writeFile(path.join(directory(), name), '{"tok');
    expect(await createKeptTokens(folder.path).load(share)).toBeNull();
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
