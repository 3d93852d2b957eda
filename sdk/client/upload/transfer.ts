import { AppError } from '../../contract/errors.ts';
import { delay, jitter } from '../core/backoff.ts';
import type { UploadContent } from './content.ts';
import { defaultTiming, type UploadDeps, type UploadTiming } from './deps.ts';
import type { Effort, Verdict } from './failure.ts';
import { attemptUpload, type UploadTarget } from './tus-attempt.ts';

/** One tus upload, with where it stands on the server. */
export interface Transfer extends Effort {
  /** Address of the upload, once it is known. */
  url: string | undefined;
  /** Bytes the server said it has. */
  acknowledged: number;
  /** The address is from an earlier run, and the server has not said yet how much of it is there. */
  isResumed: boolean;
}

export function createTransfer(): Transfer {
  return { url: undefined, acknowledged: 0, isResumed: false, attempts: 0, idle: 0 };
}

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
  /** An earlier run had sent so many bytes already. */
  onResumed?(bytes: number): void;
  /** An attempt failed. May find a better reason, and may stop the work. */
  onFailed(error: Error): Promise<Error>;
  judge(effort: Effort, error: Error, timing: UploadTiming): Verdict;
  /** There will be another attempt. */
  onRetry(error: Error): void;
}

export type TransferOutcome =
  | { result: 'finished' }
  | { result: 'stopped' }
  | { result: 'failed'; error: Error; verdict: Exclude<Verdict, 'retry'> };

/** Attempts one upload until everything is there, it has failed for good, or it is stopped. */
export async function transferContent(deps: UploadDeps, work: TransferWork): Promise<TransferOutcome> {
  const { transfer, signal } = work;
  const timing = deps.timing ?? defaultTiming;
  while (!signal.aborted) {
    const startedAt = performance.now();
    transfer.attempts++;
    work.onAttempt();
    const outcome = await attemptUpload(deps, toAttempt(work), timing.stallAfter);
    if (outcome.result === 'finished') return { result: 'finished' };
    if (outcome.result === 'aborted') break;
    transfer.idle += Math.min(performance.now() - startedAt, timing.stallAfter);
    const error = await work.onFailed(outcome.error);
    if (signal.aborted) break;
    if (error instanceof AppError && error.code === 'upload_not_found') transfer.url = undefined;
    const verdict = work.judge(transfer, error, timing);
    if (verdict !== 'retry') return { result: 'failed', error, verdict };
    work.onRetry(error);
    const asked = Math.min(outcome.pause, timing.stallAfter);
    const pause = Math.max(asked, jitter(transfer.attempts - 1, timing.backoff));
    transfer.idle += pause;
    const isOnline = await delay(pause, signal, deps.watchNetwork).catch(() => false);
    if (isOnline) Object.assign(transfer, { attempts: 1, idle: 0 });
  }
  return { result: 'stopped' };
}

function toAttempt(work: TransferWork) {
  const { target, content, transfer, signal } = work;
  return {
    target,
    // What broke off once is created first, to have an address to go on at.
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
