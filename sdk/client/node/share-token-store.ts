import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../core/transport.ts';
import type { ShareOnServer, ShareTokenStore } from '../shares/open-share.ts';
import { isSystemError, readTextIfThere, writePrivateFile } from './private-file.ts';

const TokenNote = z.object({ server: z.string(), token: z.string() });

/**
 * Keeps share tokens in files that only their owner can read, in the folder that the share is downloaded to:
 * `.<id>.share-token`. A folder that was created for a token is deleted with it, if nothing else is in it.
 *
 * @example
 * const tokenStore = fileShareTokenStore('inbox');
 * const { share } = await client.openShare(link, { tokenStore });
 * await client.downloadShare(link, { share, directory: 'inbox' }); // removes it at the end
 */
export function fileShareTokenStore(directory: string): ShareTokenStore {
  const fileOf = ({ id }: ShareOnServer) => join(directory, `.${id}.share-token`);
  let isFolderNew = false;
  return {
    async load(share) {
      const note = TokenNote.safeParse(parseJson((await readTextIfThere(fileOf(share))) ?? '')).data;
      return note?.server === share.baseUrl ? note.token : null;
    },
    async save(share, token) {
      isFolderNew = (await mkdir(directory, { recursive: true })) !== undefined || isFolderNew;
      await writePrivateFile(fileOf(share), `${JSON.stringify({ server: share.baseUrl, token })}\n`);
    },
    async clear(share) {
      await rm(fileOf(share), { force: true });
      if (isFolderNew) await removeIfEmpty(directory);
    },
  };
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    // Some systems report EEXIST instead of ENOTEMPTY.
    if (!isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error;
  }
}
