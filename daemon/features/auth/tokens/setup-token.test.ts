import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSetupToken } from './setup-token.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const fileOf = () => join(dataDir, 'setup-token');

it('is kept in a file that only its owner can read', async () => {
  const token = await createSetupToken(dataDir).ensure();
  expect((await readFile(fileOf(), 'utf8')).trim()).toBe(token);
  expect((await stat(fileOf())).mode & 0o777).toBe(0o600);
});

it('stays the same over restarts until it is used', async () => {
  const first = createSetupToken(dataDir);
  const token = await first.ensure();
  const second = createSetupToken(dataDir);
  expect(second.current()).toBeNull();
  expect(await second.ensure()).toBe(token);
  await second.remove();
  expect(second.current()).toBeNull();
  // The first process has not heard of it, and must not accept it either.
  expect(await first.matches(token)).toBe(false);
  expect(await first.ensure()).not.toBe(token);
});

it('is the same for processes that start together', async () => {
  const tokens = await Promise.all([createSetupToken(dataDir).ensure(), createSetupToken(dataDir).ensure()]);
  expect(tokens[0]).toBe(tokens[1]);
});

it('matches itself only', async () => {
  const setupToken = createSetupToken(dataDir);
  expect(await setupToken.matches('')).toBe(false);
  const token = await setupToken.ensure();
  expect(await setupToken.matches(token)).toBe(true);
  expect(await setupToken.matches(`${token}x`)).toBe(false);
  expect(await setupToken.matches('')).toBe(false);
});

it('says what to do about a damaged file', async () => {
  await writeFile(fileOf(), '');
  await expect(createSetupToken(dataDir).ensure()).rejects.toThrow('setup-token is damaged; remove it');
});
