import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProfileStore } from './profiles.ts';

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'profiles-')), 'config');
});
afterEach(() => rm(path.dirname(folder), { recursive: true }));

const one = 'https://one.example';
const two = 'https://two.example';

describe('profiles', () => {
  it('knows nothing at first', async () => {
    const store = createProfileStore(folder);
    expect(await store.current()).toBeNull();
    expect(await store.find(one)).toBeNull();
  });

  it('makes the last saved server the current one', async () => {
    const store = createProfileStore(folder);
    await store.save(one, { username: 'ann' });
    await store.save(two, { username: 'bob', token: 't' });
    expect(await store.current()).toBe(two);
    expect(await store.find(one)).toEqual({ username: 'ann' });
  });

  it.skipIf(process.platform === 'win32')('can be read by its owner only', async () => {
    await createProfileStore(folder).save(one, { token: 'secret' });
    const mode = async (name: string) => (await stat(name)).mode & 0o777;
    expect(await mode(path.join(folder, 'profiles.json'))).toBe(0o600);
    expect(await mode(folder)).toBe(0o700);
  });

  it('forgets a server with its session', async () => {
    const store = createProfileStore(folder);
    await store.save(one, {});
    await store.save(two, {});
    await store.forget(two);
    expect(await store.current()).toBeNull();
    expect(await store.find(two)).toBeNull();
    expect(await store.find(one)).toEqual({});
  });

  it('refuses a damaged file instead of losing it', async () => {
    const store = createProfileStore(folder);
    await store.save(one, {});
    await writeFile(path.join(folder, 'profiles.json'), '{"current":');
    await expect(store.save(two, {})).rejects.toMatchObject({ text: { key: 'cli.errors.profiles_damaged' } });
  });

  it('keeps the sessions of servers apart', () => {
    const store = createProfileStore(folder);
    expect(store.sessionFile(one)).not.toBe(store.sessionFile(two));
  });
});
