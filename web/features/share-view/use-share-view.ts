import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { NetworkError } from '#sdk/browser.js';
import { AppError, type ErrorCode, makeError } from '#sdk/contract/errors.js';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share, ShareState } from '#sdk/contract/shares.js';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';

/** The poll intervals while files are being uploaded, and while the page is open: the sender may change the files. */
const pollMilliseconds = { changing: 5000, open: 20_000 };

/** The share as a visitor gets it, or the reason why it cannot be opened. */
export type ShareView = { kind: 'open'; share: Share } | { kind: 'closed'; reason: AppError };

/** Errors that say something about the share; after any other error a retry makes sense. */
const closedReasons: readonly ErrorCode[] = [
  'share_not_found',
  'share_removed',
  'share_uploading',
  'share_view_limit',
  'share_password_required',
  'share_token_required',
  'setup_required',
  'validation_failed',
];

const shareKey = (id: string) => ['share', id] as const;

export function useShareView(id: string) {
  return useQuery({
    queryKey: shareKey(id),
    queryFn: () => viewShare(id),
    // Visitors who return to the page see the current state.
    staleTime: 0,
    // The client does not repeat a POST by itself; opening twice changes nothing.
    retry: (count, error) => count < 4 && error instanceof NetworkError,
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
  if (view?.kind === 'open') return view.share.isAdding;
  return view?.reason.code === 'share_uploading';
}

/**
 * A share without password and view limit opens on its own. A share with a limit waits for a click, so that only people,
 * not link scanners, use up views. That a share is closed is an answer, not an error: one request tells it, and the
 * browser prints nothing.
 */
async function viewShare(id: string): Promise<ShareView> {
  try {
    const { share, refusal } = await client.shares.visit({ params: { id } });
    if (share) return { kind: 'open', share };
    const { code, maxViews } = refusal ?? { code: 'share_not_found', maxViews: 0 };
    return { kind: 'closed', reason: makeError(code, { maxViews }) };
  } catch (error) {
    if (isClosedReason(error)) return { kind: 'closed', reason: error };
    throw error;
  }
}

async function openShare(id: string, password?: string): Promise<Share> {
  const { share } = await client.openShare(id, { password });
  return share;
}

function isClosedReason(error: unknown): error is AppError {
  return error instanceof AppError && closedReasons.includes(error.code);
}

/** Uses up a view, with the password if the share has one. */
export function useOpenShare(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (password?: string): Promise<ShareView> => {
      return { kind: 'open', share: await openShare(id, password) };
    },
    onSuccess: (view) => queryClient.setQueryData(shareKey(id), view),
    onError: (error) => {
      // The share has since been removed or has reached its view limit.
      if (isClosedReason(error)) queryClient.setQueryData(shareKey(id), { kind: 'closed', reason: error });
    },
  });
}

/**
 * All files of an opened share, fetched again when they change. Replacing a file with one of the same size changes
 * neither number, but it ends with `isAdding`.
 */
export function useShareFiles({ id, fileCount, size, isAdding }: Share) {
  return useQuery({
    queryKey: [...shareKey(id), 'files', { fileCount, size, isAdding }],
    queryFn: () => listFiles(id),
    placeholderData: keepPreviousData,
    // The numbers may be unchanged although the files are not; the share says when to fetch them again.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

async function listFiles(id: string): Promise<ShareFile[]> {
  const files: ShareFile[] = [];
  for await (const file of client.listAllFiles(id)) files.push(file);
  return files;
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
