import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isEqualText, newToken, tokenPrefixes } from '../../crypto/tokens.ts';

/**
 * The one-time token that creates the first administrator: `setup-token` in the data folder, readable by its owner
 * only. It stays the same over restarts until it is used.
 */
export interface SetupToken {
  /** The token, made when there is none. */
  ensure(): Promise<string>;
  /** The token that `ensure` answered, or null when there is none any more. */
  current(): string | null;
  matches(candidate: string): Promise<boolean>;
  remove(): Promise<void>;
}

export function createSetupToken(dataDir: string): SetupToken {
  const path = join(dataDir, 'setup-token');
  let known: string | null = null;

  /** Several processes may share the folder, so the file is the truth. */
  async function read(): Promise<string | null> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const token = text.trim();
    return /^fss_[\w-]{43}$/.test(token) ? token : null;
  }

  return {
    async ensure() {
      if (!(await read())) {
        await rm(path, { force: true });
        await writeOnce(path, `${newToken(tokenPrefixes.setup)}\n`);
      }
      known = await read();
      if (!known) throw new Error(`${path} cannot be written`);
      return known;
    },
    current: () => known,
    async matches(candidate) {
      const token = await read();
      return token !== null && isEqualText(candidate, token);
    },
    async remove() {
      known = null;
      await rm(path, { force: true });
    },
  };
}

/** Whole or not at all, and never over a file that another process put there: a link does not replace. */
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.new`;
  await rm(draft, { force: true });
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
