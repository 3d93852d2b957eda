import { AppError, isRetryable } from '../../contract/errors.ts';
import { NetworkError } from '../core/transport.ts';
import type { UploadDeps } from './deps.ts';
import type { Draft, DraftStrategy } from './draft-strategy.ts';
import { addressesOf, type UploadEntry } from './entries.ts';
import type { RetriedCall } from './retry.ts';
import { requestTermination } from './tus-attempt.ts';

interface DiscardInit {
  draft: Draft;
  strategy: Pick<DraftStrategy, 'removeFile'>;
  /** Makes a request, and repeats it if it must succeed. */
  call: RetriedCall;
  signal: AbortSignal;
}

/**
 * Discards what the server has of a cancelled file, also the file itself: the upload may have finished although its
 * answer has not arrived. False if the file stays in the share.
 *
 * @throws NetworkError or AppError when the server may still have the file: see {@link isTemporaryFailure}
 */
export async function discardFile(
  deps: UploadDeps,
  entry: UploadEntry,
  { draft, strategy, call, signal }: DiscardInit,
): Promise<boolean> {
  const terminate = async (url: string) => {
    try {
      return await call(() => requestTermination(deps, url, draft.uploadToken));
    } catch (error) {
      if (!(error instanceof AppError) || isTemporaryFailure(error)) throw error;
      deps.onWarning(error);
      return 'given-up';
    }
  };
  const outcomes = await Promise.all(addressesOf(entry).map(terminate));
  if (!outcomes.includes('finished')) return true;
  try {
    await strategy.removeFile(draft, entry.source.path);
    return true;
  } catch (error) {
    if (!(error instanceof Error) || isTemporaryFailure(error)) throw error;
    if (!signal.aborted) deps.onWarning(error);
    return false;
  }
}

/** The server was not reached or could not do it now, but refused nothing. */
export function isTemporaryFailure(error: unknown): boolean {
  if (error instanceof AppError) return error.status >= 500 || isRetryable(error.code);
  return error instanceof NetworkError;
}
