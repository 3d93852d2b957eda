import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The instance's secret: from the environment, else from `secret.key` in the data folder, made at the first start
 * with 256 random bits. Two processes that start together agree, because a link never replaces a file.
 */
export async function loadSecretKey(dataDir: string, given: string | null): Promise<string> {
  if (given) return given;
  const path = join(dataDir, 'secret.key');
  const existing = await readIfPresent(path);
  if (existing) return existing;
  const draft = `${path}.${randomBytes(8).toString('hex')}.new`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const secret = await readIfPresent(path);
  if (!secret)
    throw new Error(`${path} is empty; restore it from the backup or remove it (this ends all sessions)`);
  return secret;
}

async function readIfPresent(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() || null;
}
