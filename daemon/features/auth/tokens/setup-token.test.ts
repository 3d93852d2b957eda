import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSeal } from '../../../crypto/seal.ts';
import { newSecretKey } from '../../../crypto/secret-key.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../../testing/open-unit-of-work.ts';
import { createSetupToken, type SetupToken } from './setup-token.ts';

const secretKey = newSecretKey();
let database: TestUnitOfWork;
let otherDir: string;

beforeEach(async () => {
  database = await openTestUnitOfWork();
  otherDir = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
});
afterEach(async () => {
  await database.close();
  await rm(otherDir, { recursive: true, force: true });
});

/** That of one server or, with another folder, of another one of the instance. */
function open({ dataDir = database.dataDir, key = secretKey } = {}): SetupToken {
  return createSetupToken({ dataDir, uow: database.uow, seal: createSeal(key) });
}

const readToken = async (dataDir = database.dataDir) =>
  (await readFile(join(dataDir, 'setup-token'), 'utf8')).trim();

it('is kept in a file that only its owner can read', async () => {
  const token = await open().ensure();
  expect(await readToken()).toBe(token);
  expect((await stat(join(database.dataDir, 'setup-token'))).mode & 0o777).toBe(0o600);
});

it('stays the same over restarts until it is used', async () => {
  const first = open();
  const token = await first.ensure();
  const second = open();
  expect(second.current()).toBeNull();
  expect(await second.ensure()).toBe(token);
  await second.remove();
  expect(second.current()).toBeNull();
  // The first process has not heard of it, and must not accept it either.
  expect(await first.matches(token)).toBe(false);
  expect(await first.ensure()).not.toBe(token);
});

it('is the same for servers that start together, each with a file of its own', async () => {
  const tokens = await Promise.all([open().ensure(), open({ dataDir: otherDir }).ensure()]);
  expect(tokens[0]).toBe(tokens[1]);
  expect(await readToken(otherDir)).toBe(await readToken());
});

it('matches itself only', async () => {
  const setupToken = open();
  expect(await setupToken.matches('')).toBe(false);
  const token = await setupToken.ensure();
  expect(await setupToken.matches(token)).toBe(true);
  expect(await setupToken.matches(`${token}x`)).toBe(false);
  expect(await setupToken.matches('')).toBe(false);
});

it('mends a damaged file', async () => {
  const token = await open().ensure();
  await writeFile(join(database.dataDir, 'setup-token'), '');
  expect(await open().ensure()).toBe(token);
  expect(await readToken()).toBe(token);
});

it('is replaced when the key that sealed it is lost', async () => {
  const token = await open().ensure();
  const other = open({ key: newSecretKey() });
  expect(await other.ensure()).not.toBe(token);
  expect(await other.matches(token)).toBe(false);
});
