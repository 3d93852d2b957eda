import { AppError, type ErrorCode, isRetryable } from '../contract/errors.ts';
import { NetworkError } from './transport.ts';
import type { UploadTiming } from './upload-deps.ts';
import type { UploadEntry } from './upload-entry.ts';

/** With these no other file of the share can be uploaded either. */
const shareErrors: ReadonlySet<ErrorCode> = new Set([
  'share_not_found',
  'share_removed',
  'share_completed',
  'share_too_large',
  'share_too_many_files',
  'quota_exceeded',
  'storage_full',
  'not_ready',
  'setup_required',
  'sign_in_required',
  'session_expired',
]);

/** Retried although the catalogue does not promise that it helps: a server can stumble once. */
const alsoRetried: ReadonlySet<ErrorCode> = new Set(['internal', 'upload_not_found']);

export type Verdict = 'retry' | 'give-up' | 'give-up-all';

/** What to do after a failed attempt. */
export function judgeFailure(
  entry: Pick<UploadEntry, 'attempts' | 'idle'>,
  error: Error,
  timing: UploadTiming,
): Verdict {
  if (error instanceof AppError && shareErrors.has(error.code)) return 'give-up-all';
  if (!isTemporary(error)) return 'give-up';
  const isPatienceOver = entry.idle >= timing.giveUpAfter && entry.attempts >= timing.minimumAttempts;
  if (!isPatienceOver) return 'retry';
  return error instanceof NetworkError ? 'give-up-all' : 'give-up';
}

function isTemporary(error: Error): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof AppError && (isRetryable(error.code) || alsoRetried.has(error.code));
}
