import { readPublicValue } from '../../contract/config/public.ts';
import { AppError } from '../../contract/errors.ts';
import { findPathProblem } from '../../contract/formats/paths.ts';
import type { OwnerShare } from '../../contract/shares.ts';
import { draftOfAppend } from './append.ts';
import type { UploadDeps } from './deps.ts';
import type { Draft, DraftStrategy } from './draft-strategy.ts';
import { draftOfNewShare } from './new-share.ts';
import type { RetriedCall } from './retry.ts';
import { type FileSource, UploadFailedError, type UploadFailure, type UploadOptions } from './types.ts';

/**
 * Checks for invalid and duplicate paths before anything is created.
 *
 * @throws UploadFailedError with all of them
 * @throws AppError `share_empty` when there is no file
 */
export function assertPaths(sources: readonly FileSource[]): void {
  if (sources.length === 0) throw new AppError('share_empty');
  const seen = new Set<string>();
  const failures: UploadFailure[] = [];
  for (const { path } of sources) {
    const problem = findPathProblem(path);
    if (problem) failures.push({ path, error: new AppError('file_path_invalid', { path, problem }) });
    else if (seen.has(path)) failures.push({ path, error: new AppError('file_exists', { path }) });
    seen.add(path);
  }
  if (failures.length > 0) throw new UploadFailedError(failures, null);
}

interface DraftInit {
  options: Pick<UploadOptions, 'share' | 'into' | 'replace' | 'reverseShare' | 'continueDraft'>;
  call: RetriedCall;
  /** Creates the draft; by default like every other call. */
  openCall?: RetriedCall;
}

/** @throws TypeError when the options contradict each other */
export function chooseDraft(
  deps: UploadDeps,
  sources: readonly FileSource[],
  { options, call, openCall = call }: DraftInit,
): DraftStrategy {
  const { into, replace = false, share, reverseShare } = options;
  if (into === undefined) return draftOfNewShare(deps, sources, { options, call, openCall });
  if (share || reverseShare) throw new TypeError('`into` names a share that exists already');
  return draftOfAppend(deps, sources, { into, replace, call, openCall });
}

/** Bytes of one request, as the administrator chose for the connections of this instance. */
export async function readChunkSize(deps: UploadDeps, signal: AbortSignal): Promise<number> {
  const variables = await deps.api.configs.list({}, { signal });
  const stored = variables.find((variable) => variable.key === 'share.chunkSize')?.value;
  return readPublicValue('share.chunkSize', stored);
}

/**
 * Publishes the draft. Repeating it returns the same result.
 *
 * @throws AppError `share_finish_failed` when the reason is unknown
 */
export async function publishDraft(deps: UploadDeps, draft: Draft, call: RetriedCall): Promise<OwnerShare> {
  try {
    return await complete(deps, draft, call);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'internal') throw error;
    throw new AppError('share_finish_failed', undefined, { cause: error, requestId: error.requestId });
  }
}

/** The answer shows the share as its caller sees it, so that owners are asked for by their account. */
async function complete(deps: UploadDeps, draft: Draft, call: RetriedCall): Promise<OwnerShare> {
  const { share, uploadToken, isAppended } = draft;
  const params = { id: share.id };
  const publish = (token?: string) =>
    call((signal) => deps.api.shares.complete({ params }, { ...(token !== undefined && { token }), signal }));
  // Only owners may append: all others have nothing but the token.
  if (!share.can.append) return publish(uploadToken);
  if (isAppended) {
    // The account could end an addition that has replaced this one.
    const { visitors, downloads, lastAccessAt, can } = share;
    return { ...(await publish(uploadToken)), visitors, downloads, lastAccessAt, can };
  }
  return publish().catch((error: unknown) => {
    if (!(error instanceof AppError) || !isRefusedAccount(error)) throw error;
    return publish(uploadToken);
  });
}

/** The session or key has ended since the draft was created. */
function isRefusedAccount({ status }: AppError): boolean {
  return status === 401 || status === 403;
}
