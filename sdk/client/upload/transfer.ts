import { AppError } from '../../contract/errors.ts';
import type { UploadContent } from './content.ts';
import type { UploadDeps } from './deps.ts';
import type { Transfer } from './entries.ts';
import {
  type Effort,
  type RetryFailure,
  retryAttempts,
  retryPolicyOf,
  type UploadRetryPolicy,
  type Verdict,
} from './retry.ts';
import { type Attempt, attemptUpload, type UploadTarget } from './tus-attempt.ts';

export interface TransferWork {
  target: UploadTarget;
  content: UploadContent;
  transfer: Transfer;
  /** Stops the work for now. */
  signal: AbortSignal;
  /** An attempt begins. */
  onAttempt(): void;
  /** This many bytes are on the server or on their way. */
  onSent(bytes: number): void;
  onUrl?(url: string): void;
  /** An earlier run had already sent this many bytes. */
  onResumed?(bytes: number): void;
  /** An attempt failed. The callback may return a more precise error, and may stop the work. */
  onFailed(error: Error): Promise<Error>;
  judge(effort: Effort, error: Error, policy: UploadRetryPolicy): Verdict;
  /** There will be another attempt. */
  onRetry(error: Error): void;
}

/** Attempts one upload until everything is on the server, it has failed for good, or it is stopped. */
export function transferContent(
  deps: UploadDeps,
  work: TransferWork,
): Promise<{ result: 'finished' } | RetryFailure> {
  const { transfer, signal } = work;
  const { stallAfter } = retryPolicyOf(deps);
  return retryAttempts(deps, {
    effort: transfer,
    signal,
    async attempt() {
      work.onAttempt();
      const outcome = await attemptUpload(deps, toAttempt(work), stallAfter);
      if (outcome.result !== 'failed') return outcome;
      const error = await work.onFailed(outcome.error);
      if (error instanceof AppError && error.code === 'upload_not_found') transfer.url = undefined;
      return { ...outcome, error };
    },
    judge: (effort, error, policy) => work.judge(effort, error, policy),
    onRetry: (error) => work.onRetry(error),
  });
}

function toAttempt(work: TransferWork): Attempt {
  const { target, content, transfer, signal } = work;
  return {
    target,
    // After a broken connection the upload is created first, so that it has an address to continue at.
    content: { ...content, isInline: content.isInline && transfer.attempts === 1 },
    url: transfer.url,
    signal,
    onSent: (bytes: number) => work.onSent(bytes),
    onUrl: (url: string) => {
      if (transfer.url === url) return;
      transfer.url = url;
      transfer.acknowledged = 0;
      transfer.isResumed = false;
      work.onUrl?.(url);
    },
    onAcknowledged: (offset: number) => {
      if (transfer.isResumed) work.onResumed?.(offset);
      transfer.isResumed = false;
      if (offset > transfer.acknowledged) {
        transfer.attempts = 1;
        transfer.idle = 0;
      }
      transfer.acknowledged = offset;
    },
  };
}
