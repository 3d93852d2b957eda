import { AppError, isRetryable } from '../../contract/errors.ts';
import { delay, jitter } from '../core/backoff.ts';
import { NetworkError } from '../core/transport.ts';
import { defaultTiming, type UploadDeps } from './deps.ts';
import { judgeFailure } from './failure.ts';

/** Makes a request of an upload again until it is answered; only for requests that may be made twice. */
export type PatientCall = <T>(request: (signal: AbortSignal) => Promise<T>) => Promise<T>;

interface PatienceInit {
  signal: AbortSignal;
  /** Hears why a request is made again, and null when it is answered. */
  onRetry(error: Error | null): void;
}

/** A request about the whole upload is repeated as long as the bytes of a file are. */
export function createPatientCall(deps: UploadDeps, { signal, onRetry }: PatienceInit): PatientCall {
  const timing = deps.timing ?? defaultTiming;
  return async (request) => {
    const effort = { attempts: 0, idle: 0 };
    for (;;) {
      const startedAt = performance.now();
      effort.attempts++;
      try {
        const answer = await withinTime(request, { signal, limit: timing.stallAfter });
        if (effort.attempts > 1) onRetry(null);
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        effort.idle += Math.min(performance.now() - startedAt, timing.stallAfter);
        if (!isWorthAnother(error) || judgeFailure(effort, error, timing) !== 'retry') throw error;
        onRetry(error);
      }
      const pause = jitter(effort.attempts - 1, timing.backoff);
      effort.idle += pause;
      if (await delay(pause, signal, deps.watchNetwork)) Object.assign(effort, { attempts: 1, idle: 0 });
    }
  };
}

/** No refusal that is about this upload: asked again, the server says the same. */
function isWorthAnother(error: unknown): error is AppError | NetworkError {
  if (!(error instanceof AppError)) return error instanceof NetworkError;
  return isRetryable(error.code) && (error.status >= 500 || error.status === 408);
}

/** A connection that has gone silent is given up. */
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
