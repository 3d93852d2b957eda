import { bundleName, encodeBundle } from './bundle.ts';
import type { UploadDeps } from './deps.ts';
import type { UploadEntry } from './entry.ts';
import { judgeBundleFailure } from './failure.ts';
import { createTransfer, transferContent } from './transfer.ts';
import type { UploadTarget } from './tus-attempt.ts';

/** As many as connections are sensible. */
const names = 32;
const smallBytes = 4096;

/**
 * Takes the place of bundles that an earlier run left unfinished, and whose addresses nobody knows: a finished file is
 * sent once more under each of their names.
 */
export async function replaceLeftBundles(
  deps: UploadDeps,
  target: UploadTarget,
  { entries, signal }: { entries: Iterable<UploadEntry>; signal: AbortSignal },
): Promise<void> {
  const entry = [...entries].find(({ state, source }) => state === 'finished' && source.size <= smallBytes);
  if (!deps.digest || !entry) return;
  for (let number = 0; number < names && !signal.aborted; number++) {
    const { bundle } = await encodeBundle([entry], { name: bundleName(number), digest: deps.digest, signal });
    if (!bundle) return;
    await transferContent(deps, {
      target,
      content: bundle.content,
      transfer: createTransfer(),
      signal,
      judge: judgeBundleFailure,
      onAttempt: () => {},
      onSent: () => {},
      onFailed: async (error) => error,
      onRetry: () => {},
    });
  }
}
