import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../db/connection.ts';
import { host } from '../host.ts';
import { outcomeOf, password } from '../testing/clients.ts';

const key = `${'0123456789abcdef'.repeat(4)}\n`;
let dataDir: string;

beforeEach(async () => {
  vi.stubEnv('FILESHARE_FSYNC', 'off');
  dataDir = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dataDir, { recursive: true, force: true });
});

const begin = (username: string, updates: Parameters<typeof host.init>[0]['updates'] = []) =>
  host.init({ dataDir, account: { email: `${username}@example.org`, username, password }, updates });

const nameOf = async () =>
  (await host.examineSetup({ dataDir })).settings.find(({ key }) => key === 'general.appName')?.value;

async function namesOfUsers(): Promise<string[]> {
  const { reader, close } = openDatabase(
    { engine: 'sqlite', file: join(dataDir, 'fileshare.db') },
    { synchronous: 'NORMAL' },
  );
  const names: string[] = await reader('users').pluck('username');
  await close();
  return names;
}

it('begins an instance once, with the settings of the one who began it', async () => {
  await host.examineSetup({ dataDir });
  const names = ['ann', 'bob', 'cleo'];
  const outcomes = await Promise.all(
    names.map((name) => outcomeOf(begin(name, [{ key: 'general.appName', value: `Of ${name}` }]))),
  );
  expect([...outcomes].sort()).toEqual(['ok', 'setup_already_done', 'setup_already_done']);
  const winner = names[outcomes.indexOf('ok')] ?? '';
  expect(await namesOfUsers()).toEqual([winner]);
  expect(await nameOf()).toBe(`Of ${winner}`);
});

it.each([[['lost+found', '.gitkeep']], [['secret.key', 'notes.txt']], [['fileshare.db.ballast']]])(
  'begins in a folder with %j',
  async (names) => {
    for (const name of names) await writeFile(join(dataDir, name), name === 'secret.key' ? key : '');
    expect((await host.examineSetup({ dataDir })).isDone).toBe(false);
  },
);

it('does not begin among other files', async () => {
  await writeFile(join(dataDir, 'notes.txt'), '');
  await expect(host.examineSetup({ dataDir })).rejects.toMatchObject({ code: 'data_folder_foreign' });
  expect(await readdir(dataDir)).toEqual(['notes.txt']);
});

it('begins nothing when one of the settings is wrong', async () => {
  const wrong = [{ key: 'general.appUrl', value: 'nowhere' }];
  expect(await outcomeOf(begin('ann', wrong))).toBe('config_invalid');
  expect(await namesOfUsers()).toEqual([]);
  expect((await host.examineSetup({ dataDir })).isDone).toBe(false);
});
