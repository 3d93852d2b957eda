import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { client } from '../../lib/sdk.ts';

const uploadingPollMilliseconds = 5000;

/** What a visitor meets: the share, or the reason why it does not show yet. */
export type ShareView = { kind: 'open'; share: Share } | { kind: 'closed'; reason: AppError };

/** Answers about a share; every other error is trouble on the way and worth another try. */
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
    refetchInterval: ({ state }) => (isUploading(state.data) ? uploadingPollMilliseconds : false),
  });
}

function isUploading(view: ShareView | undefined): boolean {
  return view?.kind === 'closed' && view.reason.code === 'share_uploading';
}

/**
 * A share without a view limit opens by itself; with one it waits for a click, so that only people, not link
 * scanners, use up views.
 */
async function viewShare(id: string): Promise<ShareView> {
  try {
    return { kind: 'open', share: await getShare(id) };
  } catch (error) {
    if (!isClosedReason(error)) throw error;
    if (error.code !== 'share_token_required' || Number(error.params.maxViews) > 0) {
      return { kind: 'closed', reason: error };
    }
    return { kind: 'open', share: await openShare(id) };
  }
}

function getShare(id: string): Promise<Share> {
  return client.shares.get({ params: { id } });
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
      // It went away, or ran out of views, between the look and the click.
      if (isClosedReason(error)) queryClient.setQueryData(shareKey(id), { kind: 'closed', reason: error });
    },
  });
}

/** All files of an opened share. */
export function useShareFiles(id: string) {
  return useQuery({ queryKey: [...shareKey(id), 'files'], queryFn: () => listFiles(id) });
}

async function listFiles(id: string): Promise<ShareFile[]> {
  const files: ShareFile[] = [];
  for await (const file of client.listAllFiles(id)) files.push(file);
  return files;
}
