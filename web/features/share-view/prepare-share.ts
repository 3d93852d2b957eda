import type { QueryClient } from '@tanstack/react-query';
import type { Share } from '#sdk/contract/shares.js';
import { lazyPart } from '../../lib/loading/lazy-part.tsx';
import { Gallery } from './files/gallery/lazy-gallery.ts';
import { filesQuery, shareQuery } from './share-queries.ts';

// A share needs one of them.
export const OneFile = lazyPart(async () => (await import('./one-file/OneFile.tsx')).OneFile);
export const FileBrowser = lazyPart(async () => (await import('./files/FileBrowser.tsx')).FileBrowser);

/**
 * Fetches what the page of a share shows while its code is still being read. Resolves when its top can be drawn: a
 * single file is all that its page shows, and many are listed below.
 */
export async function prepareShare(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.prefetchQuery(shareQuery(id));
  const view = queryClient.getQueryData(shareQuery(id).queryKey);
  if (view?.kind !== 'open') return;
  const { share } = view;
  const listed = prepareFiles(queryClient, share);
  if (share.fileCount === 1) await listed;
}

async function prepareFiles(queryClient: QueryClient, share: Share): Promise<void> {
  const query = filesQuery(share);
  const code = loadEarly(share.fileCount === 1 ? OneFile : FileBrowser);
  await queryClient.prefetchQuery(query);
  const files = queryClient.getQueryData(query.queryKey) ?? [];
  if (share.fileCount > 1 && files.some(({ preview }) => preview === 'image')) void loadEarly(Gallery);
  await code;
}

/** If a chunk fails to load, the page shows the error later. */
async function loadEarly(part: { load(): Promise<unknown> }): Promise<void> {
  await part.load().catch(() => undefined);
}
