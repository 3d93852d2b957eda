import { readConfigValue } from '../contract/config.ts';
import { AppError, type ErrorCode } from '../contract/errors.ts';
import { resolveExpiration } from '../contract/expiration.ts';
import type { ShareFile } from '../contract/files.ts';
import type { CreateShare, OwnerShare } from '../contract/shares.ts';
import { delay, jitter } from './backoff.ts';
import { NetworkError } from './transport.ts';
import { defaultTiming, type UploadDeps } from './upload-deps.ts';
import type { FileSource, JournalState } from './upload-types.ts';

/** The share that is being uploaded to. */
export interface Draft {
  share: OwnerShare;
  uploadToken: string;
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

/** The draft with its limits checked and its space reserved, before the first byte. */
export async function createDraft(
  deps: UploadDeps,
  sources: readonly FileSource[],
  options: { share: CreateShare | undefined; signal: AbortSignal },
): Promise<Draft> {
  const size = sources.reduce((sum, source) => sum + source.size, 0);
  const body = { ...options.share, files: { count: sources.length, size } };
  return deps.api.shares.create({ body }, { signal: options.signal });
}

/** Bytes of one request, as the administrator chose for the connections of this instance. */
export async function readChunkSize(deps: UploadDeps, signal: AbortSignal): Promise<number> {
  const variables = await deps.api.configs.list({}, { signal });
  const stored = variables.find((variable) => variable.key === 'share.chunkSize')?.value;
  return readConfigValue('share.chunkSize', stored);
}

/** A draft in one of these states is gone or closed to us: the upload begins anew. */
const lostErrors: ReadonlySet<ErrorCode> = new Set([
  'share_not_found',
  'share_removed',
  'share_uploading',
  'sign_in_required',
  'session_expired',
  'forbidden',
]);

/** The upload token does not show a published share: that is how we learn that it is one. */
const publishedErrors: ReadonlySet<ErrorCode> = new Set([
  'share_token_required',
  'share_password_required',
  'share_view_limit',
]);

/**
 * Looks what of a journal still holds on the server; null when the upload must begin anew. That is also so when
 * another share is asked for: a draft without the password that is wanted now must not be published.
 */
export async function resumeDraft(
  deps: UploadDeps,
  sources: readonly FileSource[],
  options: { state: JournalState; wanted: CreateShare | undefined; signal: AbortSignal },
): Promise<ResumedDraft | null> {
  const { state, wanted = {}, signal } = options;
  if (!isSameShare(state.share, wanted)) return null;
  const { share, uploadToken } = state;
  const draft = { share, uploadToken, urls: new Map<string, string>(), orphans: [], isPublished: false };
  try {
    const present = await listFinished(deps, draft, signal);
    return matchFiles(draft, sources, { state, present });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (publishedErrors.has(error.code)) return { ...draft, finished: new Set(), isPublished: true };
    if (lostErrors.has(error.code)) return null;
    throw error;
  }
}

/** As far as a draft shows what it was created with. */
function isSameShare(share: OwnerShare, wanted: CreateShare): boolean {
  return (
    (wanted.id === undefined || wanted.id === share.id) &&
    (wanted.name ?? '').trim() === (share.name ?? '').trim() &&
    (wanted.description ?? '').trim() === (share.description ?? '').trim() &&
    (wanted.password !== undefined) === share.hasPassword &&
    (wanted.maxViews ?? null) === share.maxViews &&
    hasSameExpiry(share, wanted.expiration)
  );
}

/** The moment of creation and that of the expiry are taken one after the other. */
const expiryTolerance = 60_000;

function hasSameExpiry(share: OwnerShare, expiration: string | undefined): boolean {
  // The default of the instance, whatever it was.
  if (expiration === undefined) return true;
  const expiresAt = resolveExpiration(expiration, new Date(share.createdAt));
  if (expiresAt === null || share.expiresAt === null) return expiresAt === null && share.expiresAt === null;
  return Math.abs(expiresAt.getTime() - Date.parse(share.expiresAt)) < expiryTolerance;
}

/** The files that a draft holds on the server. */
export async function listFinished(
  deps: UploadDeps,
  draft: Draft,
  signal: AbortSignal,
): Promise<ShareFile[]> {
  const files: ShareFile[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: '1000', ...(cursor !== undefined && { cursor }) };
    const params = { id: draft.share.id };
    const page = await deps.api.files.list({ params, query }, { token: draft.uploadToken, signal });
    files.push(...page.files);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return files;
}

/** A file on the server that is not among ours any more would be published with them: then nothing is resumed. */
function matchFiles(
  draft: Draft,
  sources: readonly FileSource[],
  { state, present }: { state: JournalState; present: readonly ShareFile[] },
): ResumedDraft | null {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  if (present.some((file) => !byPath.has(file.path))) return null;
  const isUnchanged = (path: string) => state.files.get(path)?.fingerprint === byPath.get(path)?.fingerprint;
  const finished = new Set(present.filter((file) => isUnchanged(file.path)).map((file) => file.path));
  const urls = new Map<string, string>();
  const orphans: string[] = [];
  for (const [path, { url, finished: isFinished }] of state.files) {
    if (url === undefined || isFinished || finished.has(path)) continue;
    if (byPath.has(path) && isUnchanged(path)) urls.set(path, url);
    else orphans.push(url);
  }
  return { ...draft, finished, urls, orphans, isPublished: false };
}

/** Publishes the draft. Repeating it is harmless, so broken connections are waited for. */
export async function publishDraft(deps: UploadDeps, draft: Draft, signal: AbortSignal): Promise<OwnerShare> {
  const timing = deps.timing ?? defaultTiming;
  for (let attempt = 0; ; attempt++) {
    try {
      const params = { id: draft.share.id };
      return await deps.api.shares.complete({ params }, { token: draft.uploadToken, signal });
    } catch (error) {
      if (!(error instanceof NetworkError) || attempt >= timing.minimumAttempts) throw error;
      await delay(jitter(attempt, timing.backoff), signal);
    }
  }
}

/** Removes a draft that is given up; when that fails, the server does it after a day. */
export async function discardDraft(deps: UploadDeps, draft: Draft): Promise<void> {
  try {
    await deps.api.shares.remove({ params: { id: draft.share.id } }, { token: draft.uploadToken });
  } catch (error) {
    // It is gone, or published by now and not ours to remove.
    if (error instanceof AppError && error.status < 500) return;
    deps.onWarning(error instanceof Error ? error : new Error(String(error)));
  }
}
