import type { QueryClient } from '@tanstack/react-query';
import { filesQuery, shareQuery } from './share-queries.ts';

// A share needs one of them.
export const importOneFile = () => import('./one-file/OneFile.tsx');
export const importFileBrowser = () => import('./files/FileBrowser.tsx');

/** Fetches what the page of a share shows while its code is still being read. */
export async function prepareShare(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.prefetchQuery(shareQuery(id));
  const view = queryClient.getQueryData(shareQuery(id).queryKey);
  if (view?.kind !== 'open') return;
  const code: Promise<unknown> = view.share.fileCount === 1 ? importOneFile() : importFileBrowser();
  // If a chunk fails to load, the page shows the error later.
  void code.catch(() => undefined);
  await queryClient.prefetchQuery(filesQuery(view.share));
}
