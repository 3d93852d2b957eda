import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ShareOnServer, ShareTokenStore } from '../share-access.ts';
import { parseJson } from '../transport.ts';
import { readTextIfThere, writePrivateFile } from './private-file.ts';

const TokenNote = z.object({ server: z.string(), token: z.string() });

/**
 * Keeps share tokens in files that only their owner can read, in the folder that the share is downloaded to:
 * `.<id>.share-token`.
 *
 * @example
 * const tokenStore = fileShareTokenStore('inbox');
 * const { share } = await client.openShare(link, { tokenStore });
 * await client.downloadShare(link, { share, directory: 'inbox' }); // removes it at the end
 */
export function fileShareTokenStore(directory: string): ShareTokenStore {
  const fileOf = ({ id }: ShareOnServer) => join(directory, `.${id}.share-token`);
  return {
    async load(share) {
      const note = TokenNote.safeParse(parseJson((await readTextIfThere(fileOf(share))) ?? '')).data;
      return note?.server === share.baseUrl ? note.token : null;
    },
    async save(share, token) {
      await mkdir(directory, { recursive: true });
      await writePrivateFile(fileOf(share), `${JSON.stringify({ server: share.baseUrl, token })}\n`);
    },
    clear: (share) => rm(fileOf(share), { force: true }),
  };
}
