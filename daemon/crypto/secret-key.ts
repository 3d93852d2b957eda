import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The secrets of an instance. */
export interface SecretKeys {
  /** Signs and seals. */
  current: string;
  /** Others that sealed texts may need to be opened: those before it, and the next one while it is being introduced. */
  others: readonly string[];
}

interface GivenKeys {
  secretKey: string | null;
  previousSecretKey: string | null;
}

/**
 * The instance's secrets: from the environment, else from `secret.key` in the data folder, made at the first start
 * with 256 random bits. Two processes that start together agree, because a link never replaces a file.
 */
export async function loadSecretKeys(
  dataDir: string,
  { secretKey, previousSecretKey }: GivenKeys,
): Promise<SecretKeys> {
  if (secretKey) return { current: secretKey, others: previousSecretKey ? [previousSecretKey] : [] };
  const path = fileOf(dataDir);
  const existing = await readKeys(path);
  if (existing) return existing;
  const draft = await writeDraft(path, [newSecretKey()]);
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const made = await readKeys(path);
  if (!made)
    throw new Error(`${path} is empty; restore it from the backup or remove it (this ends all sessions)`);
  return made;
}

/** Replaces what `secret.key` holds, so that a power cut leaves the one or the other. */
export async function storeSecretKeys(dataDir: string, { current, others }: SecretKeys): Promise<void> {
  const path = fileOf(dataDir);
  await rename(await writeDraft(path, [current, ...others]), path);
  const folder = await open(dataDir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function newSecretKey(): string {
  return randomBytes(32).toString('hex');
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** One key a line, the current one first. */
async function writeDraft(path: string, keys: readonly string[]): Promise<string> {
  const draft = `${path}.${randomBytes(8).toString('hex')}.new`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(keys.map((key) => `${key}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

async function readKeys(path: string): Promise<SecretKeys | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const [current, ...others] = text.split('\n').flatMap((line) => line.trim() || []);
  return current === undefined ? null : { current, others };
}
