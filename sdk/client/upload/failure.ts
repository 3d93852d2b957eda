import { AppError, type ErrorCode, isRetryable } from '../../contract/errors.ts';
import { NetworkError } from '../core/transport.ts';
import type { UploadTiming } from './deps.ts';

/** With these no other file of the share can be uploaded either. */
const shareErrors: ReadonlySet<ErrorCode> = new Set([
  'server_certificate',
  'server_not_https',
  'share_not_found',
  'share_removed',
  'share_completed',
  'share_too_large',
  'share_too_many_files',
  'quota_exceeded',
  'reverse_share_full',
  'storage_full',
  'not_ready',
  'setup_required',
  'sign_in_required',
  'session_expired',
]);

/** Retried although the catalogue does not promise that it helps: a server can stumble once. */
const alsoRetried: ReadonlySet<ErrorCode> = new Set(['internal', 'upload_not_found']);

export type Verdict = 'retry' | 'give-up' | 'give-up-all';

/** What has been tried since the last progress. */
export interface Effort {
  attempts: number;
  /** Milliseconds */
  idle: number;
}

/** What to do after a failed attempt. */
export function judgeFailure(effort: Effort, error: Error, timing: UploadTiming): Verdict {
  if (error instanceof AppError && shareErrors.has(error.code)) return 'give-up-all';
  if (!isTemporary(error)) return 'give-up';
  const isTimeUp = effort.idle >= timing.giveUpAfter && effort.attempts >= timing.minimumAttempts;
  if (!isTimeUp) return 'retry';
  return error instanceof NetworkError ? 'give-up-all' : 'give-up';
}

/** A bundle is given up for what is wrong with one file: then each is sent for itself and has its own error. */
export function judgeBundleFailure(effort: Effort, error: Error, timing: UploadTiming): Verdict {
  const verdict = judgeFailure(effort, error, timing);
  const isRefused = error instanceof AppError && !isRetryable(error.code);
  return verdict === 'retry' && isRefused ? 'give-up' : verdict;
}

function isTemporary(error: Error): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof AppError && (isRetryable(error.code) || alsoRetried.has(error.code));
}
