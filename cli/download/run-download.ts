import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import type { DownloadOptions, DownloadProgress, DownloadResult } from '#sdk/index.js';
import type { Client, Context } from '../context.ts';
import { CliError, HintedError } from '../errors.ts';
import { isResumable } from '../failure.ts';
import { chooseProgressView } from '../progress/choose.ts';
import { type TransferTracker, trackTransfer } from '../progress/tracker.ts';

export interface DownloadRun {
  client: Client;
  share: Share;
  files: readonly ShareFile[];
  options: DownloadOptions;
}

export interface Downloaded extends Omit<DownloadResult, 'failed'> {
  directory: string;
  seconds: number;
}

/** Downloads files into a folder and shows how it goes. */
export async function runDownload(context: Context, run: DownloadRun): Promise<Downloaded> {
  const startedAt = performance.now();
  const tracker = trackTransfer(await chooseProgressView(context));
  const { client, share, files, options } = run;
  const wanted = new Set(files.map((file) => file.id));
  try {
    const { failed, ...result } = await client.downloadShare(share.id, {
      ...options,
      filter: (file) => wanted.has(file.id),
      signal: context.signal,
      onProgress: (progress) => show(tracker, progress),
    });
    if (failed.length > 0) throw partlyDownloaded(context, result, failed);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return { directory: options.directory ?? '', ...result, seconds };
  } catch (error) {
    const cause: unknown = context.signal.aborted ? context.signal.reason : error;
    throw isResumable(cause) ? new HintedError(cause, { key: 'cli.hints.resume_download' }) : cause;
  } finally {
    await tracker.close();
  }
}

function show(tracker: TransferTracker, { phase, files, bytes, file, ...speed }: DownloadProgress): void {
  const { total, received, resumed } = bytes;
  if (file) {
    const { path, size, received: done } = file;
    tracker.file({ path, size, done, state: done < size ? 'active' : 'finished' });
  }
  tracker.totals(phase, { files, bytes: { total, done: received, resumed }, ...speed });
}

/** Some files are there, others are not: the run is told apart from one that achieved nothing. */
function partlyDownloaded(
  { translator }: Context,
  result: Omit<DownloadResult, 'failed'>,
  failed: DownloadResult['failed'],
): Error {
  const [first] = failed;
  if (!first) throw new Error('no file failed');
  if (result.files.length === 0 && failed.length === 1) return first.error;
  return new CliError({
    exit: 'partial',
    key: 'cli.errors.partly_downloaded',
    params: { count: failed.length, path: first.path, problem: describeError(translator, first.error) },
    hint: { key: 'cli.hints.resume_download' },
    details: {
      files: result.files,
      failures: failed.map(({ path, error }) => ({ path, message: describeError(translator, error) })),
    },
  });
}
