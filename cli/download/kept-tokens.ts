import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { ShareOnServer, ShareTokenStore } from '#sdk/index.js';
import { readFileIfThere, writePrivateFile } from '../io/private-files.ts';

/** Milliseconds for which a server accepts a share token that is not used. */
const lifetime = 3_600_000;

const Note = z.object({ token: z.string(), expiresAt: z.number() });

/**
 * Keeps the tokens of shares that this person has opened, for as long as they can be of use. With them, another download
 * uses up no other view, wherever it goes to. Their files are readable by their owner only, and do not name the shares.
 *
 * @param folder a folder of the program
 */
export function createKeptTokens(folder: string): ShareTokenStore {
  const directory = path.join(folder, 'share-tokens');
  const fileOf = ({ id, baseUrl }: ShareOnServer) => {
    const name = createHash('sha256').update(`${baseUrl}/s/${id}`).digest('hex').slice(0, 32);
    return path.join(directory, `${name}.json`);
  };
  return {
    async load(share) {
      const note = readNote((await readFileIfThere(fileOf(share))) ?? '');
      return note && note.expiresAt > Date.now() ? note.token : null;
    },
    async save(share, token) {
      const note = { token, expiresAt: Date.now() + lifetime };
      await writePrivateFile(fileOf(share), `${JSON.stringify(note)}\n`);
      await removeExpired(directory);
    },
    clear: (share) => rm(fileOf(share), { force: true }),
  };
}

/** A damaged note is none. */
function readNote(text: string): z.output<typeof Note> | null {
  try {
    return Note.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Files that an unfinished run has left are removed as well. */
async function removeExpired(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    // Another run may have removed it.
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < Date.now() - lifetime) await rm(file, { force: true });
  }
}
