import { basename, dirname, resolve } from 'node:path';
import type { BlobStore } from '../../../storage/blob-store.ts';
import type { FileRecord } from '../types.ts';

/** As `FILESHARE_SENDFILE` names it; empty: the server sends files itself. */
export type SendfileHeader = '' | 'x-accel-redirect' | 'x-sendfile';

/** The header that has the proxy send a file, or null when only the server can. */
export type Offload = (file: FileRecord) => Record<string, string> | null;

/** Where nginx finds the files; see docs/guide/reverse-proxy.md. */
const internalPrefix = '/internal/blobs/';

export function createOffload(header: SendfileHeader, blobs: Pick<BlobStore, 'pathOf'>): Offload {
  return (file) => {
    // A file in a pack is a part of what the proxy could send; an empty one is sent sooner than found.
    if (header === '' || file.pack !== null || file.size === 0) return null;
    const path = resolve(blobs.pathOf(file.id));
    if (header === 'x-sendfile') return { 'X-Sendfile': path };
    return { 'X-Accel-Redirect': `${internalPrefix}${basename(dirname(path))}/${basename(path)}` };
  };
}
