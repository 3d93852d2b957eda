import type { OwnerFile } from '#sdk/contract/files.js';
import type { Client } from '../context.ts';
import { collectItems } from './pages.ts';

/** The files of a share as its owner sees them. */
export function listOwnFiles(client: Client, id: string): Promise<OwnerFile[]> {
  return collectItems<OwnerFile>(async (position) => {
    const { files, nextCursor } = await client.files.listOwned({ params: { id }, query: position });
    return { items: files, nextCursor };
  });
}
