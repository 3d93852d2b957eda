import { randomBytes } from 'node:crypto';
import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface GivenKeys {
  secretKey: string | null;
  previousSecretKey: string | null;
}

/**
 * Reads the available secret keys, the current one first, possibly none: from the environment, otherwise from
 * `secret.key` in the data folder. That file contains several keys while the key is being changed.
 */
export async function readSecretKeys(dataDir: string, given: GivenKeys): Promise<string[]> {
  if (given.secretKey === null) return readKeys(dataDir);
  return [given.secretKey, ...(given.previousSecretKey === null ? [] : [given.previousSecretKey])];
}

/**
 * Creates `secret.key`, 256 random bits. Two processes that start together agree, because a link never replaces a file.
 */
export async function makeSecretKey(dataDir: string): Promise<string[]> {
  const draft = await writeDraft(dataDir, [newSecretKey()]);
  await link(draft, fileOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
    // Another process was first, and may have cleaned up as well.
    if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
  });
  await rm(draft, { force: true });
  return readKeys(dataDir);
}

/** Replaces the contents of `secret.key`, so that a power cut leaves either the old or the new keys. */
export async function storeSecretKeys(dataDir: string, keys: readonly string[]): Promise<void> {
  await rename(await writeDraft(dataDir, keys), fileOf(dataDir));
  const folder = await open(dataDir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Removes half-written files of a killed process, because they contain keys. Only for the holder of the folder's lock.
 */
export async function removeDrafts(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => draftPattern.test(name));
  for (const name of names) await rm(join(dataDir, name), { force: true });
}

export function newSecretKey(): string {
  return randomBytes(32).toString('hex');
}

const draftPattern = /^secret\.key\.[0-9a-f]{16}\.new$/;

function fileOf(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** Writes one key per line. */
async function writeDraft(dataDir: string, keys: readonly string[]): Promise<string> {
  const draft = `${fileOf(dataDir)}.${randomBytes(8).toString('hex')}.new`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(keys.map((key) => `${key}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

async function readKeys(dataDir: string): Promise<string[]> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => line.trim() || []);
}
