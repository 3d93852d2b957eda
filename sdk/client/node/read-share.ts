import { files as fileEndpoints, type ShareFile } from '../../contract/files.ts';
import type { Share } from '../../contract/shares.ts';
import { errorFromAnswer } from '../answer.ts';
import { buildPath } from '../client.ts';
import type { DownloadOptions } from '../download-types.ts';
import type { DownloadDeps } from './download.ts';
import { archiveName, archivePath } from './download-archive.ts';

export type ReadOptions = Pick<DownloadOptions, 'password' | 'filter' | 'signal'>;

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
  const { password, signal, filter } = options;
  const { share } = await deps.access.openShare(linkOrId, { password, signal });
  const files: ShareFile[] = [];
  for await (const file of deps.access.listAllFiles(share.id, { signal })) {
    if (filter?.(file) ?? true) files.push(file);
  }
  const [first] = files;
  const isOne = files.length === 1 && first !== undefined;
  const ids = filter && files.map((file) => file.id);
  const path = isOne
    ? buildPath(fileEndpoints.download.path, { params: { id: share.id, fileId: first.id } })
    : archivePath(share.id, ids);
  const response = await deps.transport.send({ method: 'GET', path, signal });
  if (response.status !== 200) {
    throw errorFromAnswer({ status: response.status, body: await response.json() });
  }
  const length = response.header('content-length');
  return {
    share,
    name: isOne ? first.name : archiveName(share),
    size: length === null ? null : Number(length),
    chunks: response.chunks(),
  };
}
