import { readConfigValue } from '../../contract/config.ts';
import { AppError } from '../../contract/errors.ts';
import type { ShareFile } from '../../contract/files.ts';
import type { OwnerShare } from '../../contract/shares.ts';
import { draftOfAppend } from './append.ts';
import type { UploadDeps } from './deps.ts';
import { draftOfNewShare } from './new-share.ts';
import type { PatientCall } from './patience.ts';
import type { FileSource, JournalState, UploadOptions } from './types.ts';

/** The share that is being uploaded to. */
export interface Draft {
  share: OwnerShare;
  uploadToken: string;
  /** The share was there before: only files are added to it. */
  isAppended: boolean;
}

/** What an earlier run left on the server. */
export interface ResumedDraft extends Draft {
  /** Paths that are there already. */
  finished: ReadonlySet<string>;
  /** Addresses to go on at, by path. */
  urls: ReadonlyMap<string, string>;
  /** Addresses of begun uploads of files that are not among ours any more, or have changed since. */
  orphans: readonly string[];
  /** Everything happened already, only the answer was lost. */
  isPublished: boolean;
}

/** Where the files of an upload go: to a new share, or to one that is there. */
export interface DraftStrategy {
  /** Looks what of a journal still holds on the server; null when the upload must begin anew. */
  resume(state: JournalState): Promise<ResumedDraft | null>;
  /** Begins: limits are checked and space is reserved, before the first byte. */
  open(): Promise<Draft>;
  /** What the share holds. */
  listFinished(draft: Draft): Promise<ShareFile[]>;
  /** Gives the upload up. `urls` are addresses of unfinished files. */
  discard(draft: Draft, urls: readonly string[]): Promise<void>;
}

export interface DraftInit {
  options: Pick<UploadOptions, 'share' | 'into' | 'replace' | 'reverseShare'>;
  call: PatientCall;
}

/** @throws TypeError when the options contradict each other */
export function chooseDraft(
  deps: UploadDeps,
  sources: readonly FileSource[],
  { options, call }: DraftInit,
): DraftStrategy {
  const { into, replace = false, share, reverseShare } = options;
  if (into === undefined) return draftOfNewShare(deps, sources, { options, call });
  if (share || reverseShare) throw new TypeError('`into` names a share that exists already');
  return draftOfAppend(deps, sources, { into, replace, call });
}

/** Bytes of one request, as the administrator chose for the connections of this instance. */
export async function readChunkSize(deps: UploadDeps, signal: AbortSignal): Promise<number> {
  const variables = await deps.api.configs.list({}, { signal });
  const stored = variables.find((variable) => variable.key === 'share.chunkSize')?.value;
  return readConfigValue('share.chunkSize', stored);
}

/**
 * Publishes the draft. Done once, it answers the same again.
 *
 * @throws AppError `share_finish_failed` when nobody knows why
 */
export async function publishDraft(deps: UploadDeps, draft: Draft, call: PatientCall): Promise<OwnerShare> {
  const params = { id: draft.share.id };
  try {
    return await call((signal) => deps.api.shares.complete({ params }, { token: draft.uploadToken, signal }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'internal') throw error;
    throw new AppError('share_finish_failed', undefined, { cause: error, requestId: error.requestId });
  }
}
