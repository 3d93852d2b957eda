import { queryOptions } from '@tanstack/react-query';
import { NetworkError } from '#sdk/browser.js';
import { AppError, type ErrorCode, makeError } from '#sdk/contract/errors.js';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { client } from '../../lib/sdk.ts';

/** The share as a visitor gets it, or the reason why it cannot be opened. */
export type ShareView = { kind: 'open'; share: Share } | { kind: 'closed'; reason: AppError };

/** Errors that say something about the share; after any other error a retry makes sense. */
const closedReasons: readonly ErrorCode[] = [
  'share_not_found',
  'share_removed',
  'share_quarantined',
  'share_uploading',
  'share_view_limit',
  'share_password_required',
  'share_token_required',
  'setup_required',
  'validation_failed',
];

export const shareKey = (id: string) => ['share', id] as const;

export function shareQuery(id: string) {
  return queryOptions({
    queryKey: shareKey(id),
    queryFn: () => viewShare(id),
    // Visitors who return to the page see the current state.
    staleTime: 0,
    refetchOnMount: isOld,
    // The client does not repeat a POST by itself; opening twice changes nothing.
    retry: (count, error) => count < 4 && error instanceof NetworkError,
  });
}

/**
 * All files of an opened share, fetched again when they change. Replacing a file with one of the same size changes
 * neither number, but it ends with `isAdding`. Files that have been checked for malware can be downloaded.
 */
export function filesQuery({ id, fileCount, size, isAdding, scanning = 0 }: Share) {
  return queryOptions({
    queryKey: [...shareKey(id), 'files', { fileCount, size, isAdding, scanning }],
    queryFn: () => listFiles(id),
    // The numbers may be unchanged although the files are not; the share says when to fetch them again.
    staleTime: 0,
    refetchOnMount: isOld,
  });
}

/** What came while the page was loading is new: to draw it takes a slow phone seconds. */
function isOld({ state }: { state: { dataUpdatedAt: number } }): boolean {
  const isLoading = performance.now() < 10_000;
  return Date.now() - state.dataUpdatedAt > (isLoading ? 10_000 : 2000);
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

export function isClosedReason(error: unknown): error is AppError {
  return error instanceof AppError && closedReasons.includes(error.code);
}

async function listFiles(id: string): Promise<ShareFile[]> {
  const files: ShareFile[] = [];
  for await (const file of client.listAllFiles(id)) files.push(file);
  return files;
}
