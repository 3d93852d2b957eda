import type { OwnerFile } from '#sdk/contract/files.js';
import { collect, paginate } from '#sdk/index.js';
import type { Client } from '../context.ts';

/** The files of a share as its owner sees them. */
export function listOwnFiles(client: Client, id: string): Promise<OwnerFile[]> {
  return collect(paginate('files', (query) => client.files.listOwned({ params: { id }, query })));
}
