import type { UploadDeps } from './deps.ts';
import type { Draft, DraftStrategy } from './draft-strategy.ts';
import { addressesOf, type UploadEntry } from './entries.ts';
import { terminateUpload } from './tus-attempt.ts';

interface DiscardInit {
  draft: Draft;
  strategy: Pick<DraftStrategy, 'removeFile'>;
  signal: AbortSignal;
}

/**
 * Discards what the server has of a cancelled file, also the file itself: the upload may have finished although its
 * answer has not arrived. False if the file stays in the share.
 */
export async function discardFile(
  deps: UploadDeps,
  entry: UploadEntry,
  { draft, strategy, signal }: DiscardInit,
): Promise<boolean> {
  const outcomes = await Promise.all(
    addressesOf(entry).map((url) => terminateUpload(deps, url, draft.uploadToken)),
  );
  if (!outcomes.includes('finished')) return true;
  try {
    await strategy.removeFile(draft, entry.source.path);
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!signal.aborted) deps.onWarning(error);
    return false;
  }
}
