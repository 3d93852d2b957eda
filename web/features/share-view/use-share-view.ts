import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { AppError } from '#sdk/contract/errors.js';
import type { Share, ShareState } from '#sdk/contract/shares.js';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { filesQuery, type ShareView, shareKey, shareQuery } from './share-queries.ts';

/** The poll intervals while files are being uploaded or checked, and while the page is open: the sender may change the files. */
const pollMilliseconds = { changing: 5000, open: 20_000 };

export function useShareView(id: string) {
  return useQuery({
    ...shareQuery(id),
    refetchInterval: ({ state }) => pollIntervalOf(state.data),
  });
}

/** Fetches the share again when the page is out of date. */
export function useReloadShare(id: string): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => void queryClient.invalidateQueries({ queryKey: shareKey(id) }), [queryClient, id]);
}

function pollIntervalOf(view: ShareView | undefined): number | false {
  if (isChanging(view)) return pollMilliseconds.changing;
  return view?.kind === 'open' ? pollMilliseconds.open : false;
}

function isChanging(view: ShareView | undefined): boolean {
  if (view?.kind === 'open') return view.share.isAdding || view.share.scanning !== undefined;
  return view?.reason.code === 'share_uploading';
}

/** All files of an opened share. */
export function useShareFiles(share: Share) {
  return useQuery({
    ...filesQuery(share),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

/** The state of the share for people who manage it; null for everyone else. */
export function useManagedState(id: string): ShareState | null {
  const isSignedIn = useCurrentUser() !== null;
  const managed = useQuery({
    queryKey: [...shareKey(id), 'managed'],
    queryFn: () => readManagedState(id),
    enabled: isSignedIn,
  });
  return managed.data ?? null;
}

async function readManagedState(id: string): Promise<ShareState | null> {
  try {
    return (await client.shares.getOwned({ params: { id } })).state;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
