import { files as fileEndpoints, type ShareFile } from '../../../contract/files.ts';
import type { Share } from '../../../contract/shares.ts';
import { buildPath } from '../../core/api-client.ts';
import type { DownloadOptions } from '../../download/types.ts';
import { archiveName, archivePath } from './archive.ts';
import { chooseFiles, type DownloadDeps } from './download.ts';
import { openResumable } from './read-on.ts';

export type ReadOptions = Pick<DownloadOptions, 'share' | 'password' | 'filter' | 'files' | 'signal'>;

export interface ShareContent {
  share: Share;
  /** The file's name, or that of the archive. */
  name: string;
  /** null when something before the server hides it. */
  size: number | null;
  /** Must be read to the end or left early, as a loop does. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Reads a share without the disk; see `NodeClient.readShare`. */
export async function readShare(
  deps: DownloadDeps,
  linkOrId: string,
  options: ReadOptions,
): Promise<ShareContent> {
  const { password, signal } = options;
  const share = options.share ?? (await deps.access.openShare(linkOrId, { password, signal })).share;
  const files: readonly ShareFile[] = await chooseFiles(deps, share.id, options);
  const [first] = files;
  const isOne = files.length === 1 && first !== undefined;
  const ids = options.filter || options.files ? files.map((file) => file.id) : undefined;
  const path = isOne
    ? buildPath(fileEndpoints.download.path, { params: { id: share.id, fileId: first.id } })
    : archivePath(share.id, ids);
  const { transport, retryPolicy } = deps;
  const { size, chunks } = await openResumable({ transport, retryPolicy, path, signal });
  return { share, name: isOne ? first.name : archiveName(share), size, chunks };
}
