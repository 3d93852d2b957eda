import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, isErrorCode, isRetryable, NetworkError, UploadFailedError } from '#sdk/index.js';

const timeout = 90_000;

/** Retries like a person would, while the failure is temporary. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

function isTemporary(error: unknown): boolean {
  if (error instanceof UploadFailedError)
    return error.failures.every((failure) => isTemporary(failure.error));
  if (error instanceof AppError) return isErrorCode(error.code) && isRetryable(error.code);
  return error instanceof NetworkError;
}
