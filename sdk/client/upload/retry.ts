import { AppError, type ErrorCode, isRetryable } from '../../contract/errors.ts';
import { type Backoff, delay, jitter, type WatchNetwork } from '../core/backoff.ts';
import { NetworkError } from '../core/transport.ts';

/** Limits how long an upload retries, and sets the delays between attempts. All times are in milliseconds. */
export interface UploadRetryPolicy {
  backoff: Backoff;
  /** A request that moves no byte for this long is aborted and counts as a failed attempt. */
  stallAfter: number;
  /** A file without progress for this long has failed. */
  giveUpAfter: number;
  /** The same while the server cannot be reached at all; `giveUpAfter`, unless given. */
  unreachableAfter?: number;
  /** A file fails only after this many attempts: while a computer sleeps, time passes without any. */
  minimumAttempts: number;
}

const defaultRetryPolicy: UploadRetryPolicy = {
  backoff: { base: 500, max: 20_000 },
  stallAfter: 60_000,
  giveUpAfter: 120_000,
  minimumAttempts: 5,
};

export interface RetryDeps {
  /** Replaces values of the default. */
  retryPolicy?: Partial<UploadRetryPolicy> | undefined;
  /** Ends a delay between two attempts as soon as there is a network again, if the environment reports it. */
  watchNetwork?: WatchNetwork | undefined;
}

export function retryPolicyOf({ retryPolicy }: RetryDeps): UploadRetryPolicy {
  return { ...defaultRetryPolicy, ...retryPolicy };
}

/** The attempts made since the last progress. */
export interface Effort {
  attempts: number;
  /** Milliseconds without progress, in attempts and in the delays between them. */
  idle: number;
}

export type Verdict = 'retry' | 'give-up' | 'give-up-all';

/** With these errors no other file of the share can be uploaded either. */
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

/** Retried although the catalogue does not mark them as retryable, because they can be temporary. */
const alsoRetried: ReadonlySet<ErrorCode> = new Set(['internal', 'upload_not_found']);

/** Decides what to do after a failed attempt to upload a file. */
export function judgeFailure(effort: Effort, error: Error, policy: UploadRetryPolicy): Verdict {
  if (error instanceof AppError && shareErrors.has(error.code)) return 'give-up-all';
  if (!isTemporary(error)) return 'give-up';
  const isUnreachable = error instanceof NetworkError;
  const limit = (isUnreachable ? policy.unreachableAfter : undefined) ?? policy.giveUpAfter;
  const isTimeUp = effort.idle >= limit && effort.attempts >= policy.minimumAttempts;
  if (!isTimeUp) return 'retry';
  return isUnreachable ? 'give-up-all' : 'give-up';
}

/** If one file is refused, its bundle is given up and each file is sent separately, with its own error. */
export function judgeBundleFailure(effort: Effort, error: Error, policy: UploadRetryPolicy): Verdict {
  const verdict = judgeFailure(effort, error, policy);
  const isRefused = error instanceof AppError && !isRetryable(error.code);
  return verdict === 'retry' && isRefused ? 'give-up' : verdict;
}

/** A refusal that concerns this upload is final: a retry would get the same response. */
function judgeCallFailure(effort: Effort, error: Error, policy: UploadRetryPolicy): Verdict {
  const isFinal =
    error instanceof AppError && !(isRetryable(error.code) && (error.status >= 500 || error.status === 408));
  return isFinal ? 'give-up' : judgeFailure(effort, error, policy);
}

function isTemporary(error: Error): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof AppError && (isRetryable(error.code) || alsoRetried.has(error.code));
}

/** The result of an attempt that did not succeed. */
export type AttemptFailure =
  | { result: 'aborted' }
  /** `pause`: milliseconds the server asks to wait. */
  | { result: 'failed'; error: Error; pause: number };

export type RetryFailure =
  | { result: 'stopped' }
  | { result: 'failed'; error: Error; verdict: Exclude<Verdict, 'retry'> };

interface RetryRun<S> {
  /** Counts the attempts. Progress within an attempt resets it. */
  effort: Effort;
  /** Stops the work for now. */
  signal: AbortSignal;
  attempt(): Promise<S | AttemptFailure>;
  judge(effort: Effort, error: Error, policy: UploadRetryPolicy): Verdict;
  /** There will be another attempt. */
  onRetry(error: Error): void;
}

/**
 * Makes attempts until one succeeds, the failure of one is judged to be final or the signal fires. Everything an upload
 * tries again is tried again here, except a share that is not complete yet.
 */
export async function retryAttempts<S extends { result: 'finished' }>(
  deps: RetryDeps,
  { effort, signal, attempt, judge, onRetry }: RetryRun<S>,
): Promise<S | RetryFailure> {
  const policy = retryPolicyOf(deps);
  const { backoff, stallAfter } = policy;
  while (!signal.aborted) {
    const startedAt = performance.now();
    effort.attempts++;
    const outcome = await attempt();
    if (outcome.result === 'finished') return outcome;
    if (outcome.result === 'aborted' || signal.aborted) break;
    effort.idle += Math.min(performance.now() - startedAt, stallAfter);
    const { error } = outcome;
    const verdict = judge(effort, error, policy);
    if (verdict !== 'retry') return { result: 'failed', error, verdict };
    onRetry(error);
    const asked = Math.min(outcome.pause, stallAfter);
    const pause = Math.max(asked, jitter(effort.attempts - 1, backoff));
    effort.idle += pause;
    const isOnline = await delay(pause, signal, deps.watchNetwork).catch(() => false);
    if (isOnline) Object.assign(effort, { attempts: 1, idle: 0 });
  }
  return { result: 'stopped' };
}

/** Repeats a request of an upload until it gets a response; only for requests that may be repeated. */
export type RetriedCall = <T>(request: (signal: AbortSignal) => Promise<T>) => Promise<T>;

interface RetriedCallInit {
  /** Ends the repetitions. */
  signal: AbortSignal;
  /** Aborts a request; `signal`, unless the answer to a request that was sent is needed even then. */
  requestSignal?: AbortSignal;
  /** Called with the reason when a request is made again, and with null when it is answered. */
  onRetry(error: Error | null): void;
}

interface Answered<T> {
  result: 'finished';
  answer: T;
}

/** A request about the whole upload is repeated as long as the bytes of a file are. */
export function createRetriedCall(
  deps: RetryDeps,
  { signal, requestSignal = signal, onRetry }: RetriedCallInit,
): RetriedCall {
  const { stallAfter: limit } = retryPolicyOf(deps);
  return async <T>(request: (signal: AbortSignal) => Promise<T>) => {
    const effort = { attempts: 0, idle: 0 };
    const attempt = async (): Promise<Answered<T> | AttemptFailure> => {
      try {
        return { result: 'finished', answer: await withinTime(request, { signal: requestSignal, limit }) };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return { result: 'failed', error, pause: 0 };
      }
    };
    const outcome = await retryAttempts(deps, { effort, signal, attempt, judge: judgeCallFailure, onRetry });
    if (outcome.result === 'stopped') throw signal.reason;
    if (outcome.result === 'failed') throw outcome.error;
    if (effort.attempts > 1) onRetry(null);
    return outcome.answer;
  };
}

/** Aborts a request whose connection has gone silent. */
async function withinTime<T>(
  request: (signal: AbortSignal) => Promise<T>,
  { signal, limit }: { signal: AbortSignal; limit: number },
): Promise<T> {
  const attempt = new AbortController();
  const stop = () => attempt.abort(signal.reason);
  const timer = setTimeout(() => attempt.abort(new NetworkError('The connection stalled.')), limit);
  signal.throwIfAborted();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await request(attempt.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** The result of work that goes on, or the reason of the signal if it fires first. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

interface IncompleteInit {
  /** Maximum number of repetitions; `minimumAttempts` of the policy by default. */
  limit?: number;
  signal?: AbortSignal;
  /** Called before each repetition. */
  repair?(): Promise<void>;
}

/**
 * Completes a share again while the server answers `share_incomplete`: it lacks files, or has not noticed yet that a
 * request of ours broke off.
 *
 * @throws AppError `share_incomplete` after the last repetition, every other refusal at once
 */
export async function retryIncomplete<T>(
  deps: RetryDeps,
  complete: () => Promise<T>,
  { limit, signal, repair }: IncompleteInit = {},
): Promise<T> {
  const { minimumAttempts, backoff } = retryPolicyOf(deps);
  const lastRound = limit ?? minimumAttempts;
  for (let round = 0; ; round++) {
    try {
      return await complete();
    } catch (error) {
      const isIncomplete = error instanceof AppError && error.code === 'share_incomplete';
      if (!isIncomplete || round >= lastRound) throw error;
    }
    await delay(jitter(round, backoff), signal);
    await repair?.();
  }
}
