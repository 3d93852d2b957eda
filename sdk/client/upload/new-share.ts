import { AppError, type ErrorCode } from '../../contract/errors.ts';
import type { ShareFile } from '../../contract/files.ts';
import { resolveExpiration } from '../../contract/formats/expiration.ts';
import type { CreateShare } from '../../contract/shares/inputs.ts';
import type { OwnerShare } from '../../contract/shares.ts';
import { collect, filesPerPage, paginate } from '../core/paginate.ts';
import type { UploadDeps } from './deps.ts';
import { type Draft, type DraftStrategy, matchFiles, type ResumedDraft } from './draft-strategy.ts';
import type { RetriedCall } from './retry.ts';
import type { FileSource, JournalState, UploadOptions } from './types.ts';

type NewShareOptions = Pick<UploadOptions, 'share' | 'reverseShare' | 'continueDraft'>;

interface NewShareInit {
  options: NewShareOptions;
  call: RetriedCall;
  /** Creates the draft. */
  openCall: RetriedCall;
}

/** Uploads to a new share, which belongs to the caller or to the owner of a reverse share. */
export function draftOfNewShare(
  deps: UploadDeps,
  sources: readonly FileSource[],
  { options, call, openCall }: NewShareInit,
): DraftStrategy {
  const { share = {}, reverseShare, continueDraft = false } = options;
  const listFinished = ({ share, uploadToken }: Pick<Draft, 'share' | 'uploadToken'>) =>
    collect(
      paginate(
        'files',
        (query) =>
          call((signal) =>
            deps.api.files.list({ params: { id: share.id }, query }, { token: uploadToken, signal }),
          ),
        { pageSize: filesPerPage },
      ),
    );
  const remove = ({ share, uploadToken }: Draft, file: ShareFile) => {
    const params = { id: share.id, fileId: file.id };
    return call((signal) => deps.api.files.remove({ params }, { token: uploadToken, signal }));
  };
  return {
    async open(prepare) {
      // Another share would not have its settings: it could be open to everybody.
      if (continueDraft) throw new AppError('share_removed');
      const size = sources.reduce((sum, source) => sum + source.size, 0);
      const body = {
        ...share,
        ...(reverseShare && { reverseShare: await call((signal) => resolve(deps, reverseShare, signal)) }),
        files: { count: sources.length, size },
      };
      // With the key, a creation whose response was lost is not repeated, also by the next run.
      const create = (idempotencyKey: string) =>
        openCall((signal) => deps.api.shares.create({ body: { ...body, idempotencyKey } }, { signal }));
      const grant = await create(await keyOf(deps, { body, sources, prepare })).catch((error: unknown) => {
        if (!isEnded(error)) throw error;
        return create(newKey());
      });
      return { ...grant, isAppended: false };
    },
    async resume(state) {
      // Files of an earlier run were added to an existing share, which must not be discarded.
      if (state.isAppended) return null;
      // The link of a draft with other settings may be shared already, so that draft stays.
      if (!continueDraft && !isSameShare(state.share, options)) return null;
      // So may that of a draft with other files.
      if (!continueDraft && !hasFileOf(state, sources)) return null;
      const draft = { share: state.share, uploadToken: state.uploadToken, isAppended: false };
      const keeps = continueDraft ? () => true : keepsOnly(sources);
      return resumeDraft(draft, { sources, state }, async () => {
        const present = await listFinished(draft);
        for (const file of present.filter((file) => !keeps(file))) await remove(draft, file);
        return present.filter(keeps);
      });
    },
    listFinished,
    async removeFile(draft, path) {
      const file = (await listFinished(draft)).find((present) => present.path === path);
      if (file) await remove(draft, file);
    },
    discard: (draft) => discardDraft(deps, draft),
  };
}

interface Creation {
  body: CreateShare;
  sources: readonly FileSource[];
  prepare(key: string): Promise<string>;
}

const encoder = new TextEncoder();

/**
 * The key of a creation. It is made of the remembered one and everything that is wanted: another run gets the same draft
 * only for the same files, settings and password. Anyone who reads the key learns nothing from it.
 */
async function keyOf({ digest }: UploadDeps, { body, sources, prepare }: Creation): Promise<string> {
  if (!digest) return newKey();
  const key = await prepare(newKey());
  const files = sources.map(({ path, size, fingerprint }) => [path, size, fingerprint]);
  return digest(encoder.encode(JSON.stringify([key, body, files])));
}

/** The draft of an earlier run with this key was removed or published. */
function isEnded(error: unknown): boolean {
  return error instanceof AppError && error.code === 'share_completed';
}

/** 128 random bits in hexadecimal: pages without `https:` have no `randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function resolve(
  deps: UploadDeps,
  { link, password }: NonNullable<NewShareOptions['reverseShare']>,
  signal: AbortSignal,
): Promise<NonNullable<CreateShare['reverseShare']>> {
  const token = await deps.resolveReverseShareLink(link, { signal });
  return { token, ...(password !== undefined && { password }) };
}

/** With one of these errors the draft is gone or no longer ours: the upload starts over. */
const lostErrors: ReadonlySet<ErrorCode> = new Set([
  'share_not_found',
  'share_removed',
  'share_uploading',
  'sign_in_required',
  'session_expired',
  'forbidden',
]);

/** Errors that mean that the share is published, because the upload token then no longer gives access to it. */
const publishedErrors: ReadonlySet<ErrorCode> = new Set([
  'share_token_required',
  'share_password_required',
  'share_view_limit',
]);

/** True if one of the files is part of the draft, as far as the journal knows. A draft without files can get any. */
function hasFileOf({ files }: JournalState, sources: readonly FileSource[]): boolean {
  return files.size === 0 || sources.some(({ path }) => files.has(path));
}

/** A file on the server that is no longer in our list would be published with the others. */
function keepsOnly(sources: readonly FileSource[]): (file: ShareFile) => boolean {
  const paths = new Set(sources.map(({ path }) => path));
  return (file) => paths.has(file.path);
}

interface Continuation {
  sources: readonly FileSource[];
  state: JournalState;
}

/** Returns null if the draft is lost. `listKept` lists the files on the server that are to be published. */
async function resumeDraft(
  draft: Draft,
  { sources, state }: Continuation,
  listKept: () => Promise<ShareFile[]>,
): Promise<ResumedDraft | null> {
  try {
    const present = await listKept();
    return { ...draft, ...matchFiles(sources, { state, present }), isPublished: false };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (lostErrors.has(error.code)) return null;
    if (!publishedErrors.has(error.code)) throw error;
    return { ...draft, finished: new Set(), unfinished: new Map(), orphans: [], isPublished: true };
  }
}

/** True if a draft has the requested settings, as far as it shows them. */
function isSameShare(share: OwnerShare, { share: wanted = {}, reverseShare }: NewShareOptions): boolean {
  return (
    Boolean(reverseShare) === Boolean(share.reverseShareId) &&
    (wanted.id === undefined || wanted.id === share.id) &&
    (wanted.name ?? '').trim() === (share.name ?? '').trim() &&
    (wanted.description ?? '').trim() === (share.description ?? '').trim() &&
    (wanted.password !== undefined) === share.hasPassword &&
    (wanted.maxViews ?? null) === share.maxViews &&
    hasSameExpiry(share, wanted.expiration)
  );
}

/** Tolerance in milliseconds, because the times of creation and expiry are read one after the other. */
const expiryTolerance = 60_000;

function hasSameExpiry(share: OwnerShare, expiration: string | undefined): boolean {
  // The default of the instance applies, and any expiry is accepted.
  if (expiration === undefined) return true;
  const expiresAt = resolveExpiration(expiration, new Date(share.createdAt));
  if (expiresAt === null || share.expiresAt === null) return expiresAt === null && share.expiresAt === null;
  return Math.abs(expiresAt.getTime() - Date.parse(share.expiresAt)) < expiryTolerance;
}

/** Removes a draft that is given up. */
async function discardDraft(deps: UploadDeps, { share, uploadToken }: Draft): Promise<void> {
  try {
    await deps.api.shares.remove({ params: { id: share.id } }, { token: uploadToken });
  } catch (error) {
    // The draft no longer exists, or is published by now and must not be removed.
    if (!(error instanceof AppError && error.status < 500)) throw error;
  }
}
