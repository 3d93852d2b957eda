import { basename, dirname, resolve } from 'node:path';
import type { Blobs } from '../../../storage/blobs.ts';
import type { FileRecord } from '../types.ts';

/** The value of `FILESHARE_SENDFILE`; empty: the server sends files itself. */
export type SendfileHeader = '' | 'x-accel-redirect' | 'x-sendfile';

/** Returns the header that makes the proxy send a file, or null when only the server can, or has no path of it. */
export type Offload = (file: Pick<FileRecord, 'id' | 'size' | 'pack'>) => Record<string, string> | null;

/** Where nginx finds the files; see docs/guide/reverse-proxy.md. */
const internalPrefix = '/internal/blobs/';

export function createOffload(header: SendfileHeader, blobs: Pick<Blobs, 'localPath'>): Offload {
  return (file) => {
    // The proxy cannot send a part of a pack; an empty file is sent faster than looked up.
    if (header === '' || file.pack !== null || file.size === 0) return null;
    if (!blobs.localPath) return null;
    const path = resolve(blobs.localPath(file.id));
    if (header === 'x-sendfile') return { 'X-Sendfile': path };
    return { 'X-Accel-Redirect': `${internalPrefix}${basename(dirname(path))}/${basename(path)}` };
  };
}
