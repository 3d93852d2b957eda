import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isEqualText, newToken, tokenPrefixes } from '../../../crypto/tokens.ts';

/**
 * The one-time token that creates the first administrator: `setup-token` in the data folder, readable only by its
 * owner. It stays the same across restarts until it is used.
 */
export interface SetupToken {
  /** Returns the token, and makes it if there is none. */
  ensure(): Promise<string>;
  /** Returns the token that `ensure` returned, or null when there no longer is one. */
  current(): string | null;
  matches(candidate: string): Promise<boolean>;
  remove(): Promise<void>;
}

const pattern = /^fss_[\w-]{43}\n$/;

export function createSetupToken(dataDir: string): SetupToken {
  const path = join(dataDir, 'setup-token');
  let known: string | null = null;

  return {
    async ensure() {
      if (!(await readToken(path))) await writeOnce(path, `${newToken(tokenPrefixes.setup)}\n`);
      const token = await readToken(path);
      if (!token) throw new Error(`${path} was removed at the same moment; start again`);
      known = token;
      return token;
    },
    current: () => known,
    async matches(candidate) {
      const token = await readToken(path);
      return token !== null && isEqualText(candidate, token);
    },
    async remove() {
      known = null;
      await rm(path, { force: true });
    },
  };
}

/** Several processes may share the folder, so the file is authoritative. */
async function readToken(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null && !pattern.test(text)) throw new Error(`${path} is damaged; remove it and start again`);
  return text?.trim() ?? null;
}

/** Writes the whole file or nothing, and never over a file of another process: a link does not replace. */
async function writeOnce(path: string, text: string): Promise<void> {
  // In a container every process has the same id: a random name is never left over from a killed process.
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
}
