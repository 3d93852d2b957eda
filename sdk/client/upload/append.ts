import { AppError } from '../../contract/errors.ts';
import type { OwnerFile } from '../../contract/files.ts';
import { ShareId } from '../../contract/formats/primitives.ts';
import type { OwnerShare } from '../../contract/shares.ts';
import { collect, filesPerPage, paginate } from '../core/paginate.ts';
import { parseShareLink } from '../shares/link.ts';
import type { UploadDeps } from './deps.ts';
import { type Draft, type DraftStrategy, matchFiles } from './draft-strategy.ts';
import { type RetriedCall, retryIncomplete } from './retry.ts';
import { terminateUpload } from './tus-attempt.ts';
import { type FileSource, UploadFailedError } from './types.ts';

interface AppendInit {
  /** Link or id of the share. */
  into: string;
  /** Replaces files with the same path. */
  replace: boolean;
  call: RetriedCall;
  /** Announces the files. */
  openCall: RetriedCall;
}

/** Adds files to one of the caller's shares: a published one, or a draft, which is continued. */
export function draftOfAppend(
  deps: UploadDeps,
  sources: readonly FileSource[],
  { into, replace, call, openCall }: AppendInit,
): DraftStrategy {
  const params = { id: ShareId.parse(parseShareLink(into).id) };
  const list = () =>
    collect(
      paginate(
        'files',
        (query) => call((signal) => deps.api.files.listOwned({ params, query }, { signal })),
        {
          pageSize: filesPerPage,
        },
      ),
    );
  /** Announces the same files again and returns a new upload token, because that of an earlier run may have expired. */
  async function append(files: readonly FileSource[]): Promise<Draft> {
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const body = { files: { count: files.length, size } };
    const grant = await openCall((signal) => deps.api.shares.append({ params, body }, { signal }));
    return { ...grant, isAppended: true };
  }
  return {
    async open() {
      if (!replace) assertFree(sources, await list());
      return append(sources);
    },
    async resume(state) {
      if (!state.isAppended || state.share.id !== params.id) return null;
      // If a file is replaced, the path alone does not show which version is on the server.
      const isOurs = replace ? (noted: { finished: boolean }) => noted.finished : () => true;
      const matched = matchFiles(sources, { state, present: await list(), isOurs });
      const draft = await append(sources.filter(({ path }) => !matched.finished.has(path)));
      return { ...draft, ...matched, isPublished: false };
    },
    listFinished: list,
    async removeFile(_draft, path) {
      // It may have taken the place of another file, which is lost: better a new version than none.
      if (replace) throw new AppError('upload_finished');
      const file = (await list()).find((present) => present.path === path);
      if (!file) return;
      await call((signal) => deps.api.files.remove({ params: { ...params, fileId: file.id } }, { signal }));
    },
    async discard(draft, urls) {
      await Promise.all(urls.map((url) => terminateUpload(deps, url, draft.uploadToken)));
      // A draft is published when it is completed.
      if (draft.share.state === 'active') await endAddition(deps, draft.share);
    },
  };
}

/** @throws UploadFailedError with all paths that are taken */
function assertFree(sources: readonly FileSource[], present: readonly OwnerFile[]): void {
  const taken = new Set(present.map(({ path }) => path));
  const failures = sources
    .filter(({ path }) => taken.has(path))
    .map(({ path }) => ({ path, error: new AppError('file_exists', { path }) }));
  if (failures.length > 0) throw new UploadFailedError(failures, null);
}

/**
 * Ends adding files; finished ones stay in the share. The request uses the session, because the token is replaced as
 * soon as files are added from elsewhere.
 */
async function endAddition(deps: UploadDeps, { id }: OwnerShare): Promise<void> {
  try {
    await retryIncomplete(deps, () => deps.api.shares.complete({ params: { id } }));
  } catch (error) {
    const isGone =
      error instanceof AppError && (error.code === 'share_removed' || error.code === 'share_not_found');
    if (!isGone) throw error;
  }
}
