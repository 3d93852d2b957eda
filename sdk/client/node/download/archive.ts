import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { files as fileEndpoints, type ShareFile } from '../../../contract/files.ts';
import type { Share } from '../../../contract/shares.ts';
import { errorFromAnswer } from '../../core/answer.ts';
import { buildPath } from '../../core/api-client.ts';
import { NetworkError } from '../../core/transport.ts';
import type { DownloadOptions } from '../../download/types.ts';
import { FilesDamagedError, findDamagedFiles } from './archive-digests.ts';
import { assertRoom } from './disk-space.ts';
import { chooseFiles, type DownloadDeps, openForFolder } from './download.ts';
import { partName } from './part-file.ts';
import { DownloadReporter } from './progress.ts';
import { FolderMaker, toLocalNames } from './safe-target.ts';
import { storeContent } from './store-content.ts';
import { chooseTarget } from './target-plan.ts';

/** Options of `downloadArchive`; see `DownloadOptions`. */
export interface ArchiveOptions
  extends Pick<
    DownloadOptions,
    | 'share'
    | 'directory'
    | 'password'
    | 'onPassword'
    | 'overwrite'
    | 'verify'
    | 'limitRate'
    | 'signal'
    | 'onProgress'
  > {
  /** Ids of the files in the archive; all files by default. */
  fileIds?: readonly string[];
  /** All files of the share, if they were listed before: they are not listed again. */
  files?: readonly ShareFile[];
}

/** The result of a downloaded archive. */
export interface ArchiveResult {
  /** The share that was opened. */
  share: Share;
  /** Absolute path on the disk. */
  target: string;
  /** Bytes */
  size: number;
  /** Bytes that an earlier, interrupted run had already written. */
  resumed: number;
  /** `skipped`: a file of this name existed already (overwrite `never`). */
  status: 'written' | 'skipped';
}

/** Downloads a share as one ZIP archive; see `NodeClient.downloadArchive`. */
export async function downloadArchive(
  deps: DownloadDeps,
  linkOrId: string,
  options: ArchiveOptions,
): Promise<ArchiveResult> {
  const reporter = new DownloadReporter(options.onProgress);
  const signal = options.signal ?? new AbortController().signal;
  try {
    const { share, close } = await openForFolder(deps, linkOrId, options);
    const files = options.verify === false ? [] : await listContents(deps, share.id, options);
    const source = archivePath(share.id, options.fileIds);
    const size = await readSize(deps, source, signal);
    const name = archiveName(share);
    reporter.start([{ size }]);
    const report = reporter.track(name, size);
    const directory = resolve(options.directory ?? '.');
    await new FolderMaker(directory).make([]);
    const claim = () => true;
    const { overwrite: mode = 'rename' } = options;
    const wanted = join(directory, name);
    const { action, target } = await chooseTarget(wanted, { mode, content: null, claim, signal });
    if (action === 'write') {
      await assertRoom(directory, [{ target, part: partName(target, 1), size }]);
      const { transport, retryPolicy } = deps;
      const content = { source, size, sha256: null, path: name };
      await storeContent(content, { target, claim, transport, signal, report, retryPolicy });
      report.verify();
      const damaged = await findDamagedFiles(createReadStream(target, { signal }), files);
      if (damaged.length > 0) throw new FilesDamagedError(damaged);
    }
    await close();
    report.finish();
    reporter.done();
    const status = action === 'write' ? 'written' : 'skipped';
    return { share, target, size, resumed: reporter.resumed, status };
  } finally {
    reporter.stop();
  }
}

/** The files that must be in the archive. */
async function listContents(
  deps: DownloadDeps,
  shareId: string,
  { fileIds, files, signal }: ArchiveOptions,
): Promise<ShareFile[]> {
  const wanted = fileIds && new Set(fileIds);
  const filter = ({ id }: ShareFile) => wanted?.has(id) ?? true;
  return chooseFiles(deps, shareId, { filter, ...(signal && { signal }), ...(files && { files }) });
}

export function archivePath(shareId: string, fileIds: readonly string[] | undefined): string {
  return buildPath(fileEndpoints.archive.path, {
    params: { id: shareId },
    query: { files: fileIds?.join(',') },
  });
}

/** Returns the file name of the archive. If the share's name is a path or not a valid file name, its id is used. */
export function archiveName(share: Pick<Share, 'id' | 'name'>): string {
  try {
    const names = toLocalNames(`${share.name ?? share.id}.zip`);
    if (names.length === 1 && names[0]) return names[0];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return `${share.id}.zip`;
}

async function readSize(
  { transport }: Pick<DownloadDeps, 'transport'>,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const response = await transport.send({ method: 'HEAD', path, signal });
  if (response.status !== 200) {
    // Only the response to a GET describes the error.
    const answer = await transport.send({ method: 'GET', path, signal, headers: { range: 'bytes=0-0' } });
    if (answer.status < 300) {
      // It was a temporary one, and waited for.
      await answer.stream().cancel();
      return readSize({ transport }, path, signal);
    }
    throw errorFromAnswer({ status: answer.status, body: await answer.json() });
  }
  const length = response.header('content-length');
  if (length === null) throw new NetworkError('Something before the server hides the size of the archive.');
  return Number(length);
}
