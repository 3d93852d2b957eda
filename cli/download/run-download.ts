import path from 'node:path';
import { AppError } from '#sdk/contract/errors.js';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import type { DownloadedFile, DownloadOptions, DownloadProgress, DownloadResult } from '#sdk/index.js';
import type { Client, Context } from '../context.ts';
import { CliError, HintedError } from '../errors/cli-error.ts';
import { exitOfFailures, isResumable, listOthers } from '../errors/describe-failure.ts';
import { errorText } from '../errors/error-text.ts';
import type { TransferTracker } from '../progress/tracker.ts';
import { explainDamage } from './explain-damage.ts';
import { watchDownload } from './watch-download.ts';

export interface DownloadRun {
  client: Client;
  share: Share;
  /** The chosen files of the share. */
  files: readonly ShareFile[];
  /** The choice is the whole share. */
  isAll: boolean;
  /** One ZIP archive instead of the files. */
  isArchive: boolean;
  options: DownloadOptions & { directory: string };
}

export interface Downloaded {
  share: Share;
  /** The files and folders that now stand in the target folder, as seen from here. */
  targets: readonly string[];
  /** Every file; not with an archive. */
  files?: readonly DownloadedFile[];
  bytes: number;
  resumed: number;
  seconds: number;
}

/** Downloads files into a folder and shows how it goes. */
export function downloadFiles(context: Context, run: DownloadRun): Promise<Downloaded> {
  const { client, share, files, options } = run;
  return showing(context, async (watch) => {
    const { failed, ...result } = await client.downloadShare(share.id, {
      ...options,
      ...watch,
      share,
      files,
    });
    if (failed.length > 0) throw partlyDownloaded(context, result, failed);
    const targets = result.files.map((file) => file.target);
    return { ...result, targets: topLevelOf(options.directory, targets) };
  });
}

/** Downloads files as one ZIP archive and shows how it goes. */
export function downloadArchive(context: Context, run: DownloadRun): Promise<Downloaded> {
  const { client, share, files, isAll, options } = run;
  return showing(context, async (watch) => {
    const archive = client.downloadArchive(share.id, {
      ...options,
      ...watch,
      share,
      files,
      ...(isAll ? {} : { fileIds: files.map((file) => file.id) }),
    });
    const { target, size, status, resumed } = await archive.catch((error: unknown) => {
      throw explainDamage(context.translator, error);
    });
    const bytes = status === 'written' ? size : 0;
    return { share, targets: topLevelOf(options.directory, [target]), bytes, resumed };
  });
}

type Watch = Required<Pick<DownloadOptions, 'signal' | 'onProgress'>> & Pick<DownloadOptions, 'onPassword'>;

async function showing(
  context: Context,
  work: (watch: Watch) => Promise<Omit<Downloaded, 'seconds'>>,
): Promise<Downloaded> {
  const startedAt = performance.now();
  const watch = await watchDownload(context);
  const onProgress = (progress: DownloadProgress) => watch.show((tracker) => show(tracker, progress));
  try {
    const result = await work({ ...watch.options, onProgress });
    return { ...result, seconds: Math.round((performance.now() - startedAt) / 100) / 10 };
  } catch (error) {
    const { signal } = watch.options;
    const cause: unknown = signal.aborted ? signal.reason : error;
    const hint = hintOf(cause);
    throw hint ? new HintedError(cause, { key: hint }) : cause;
  } finally {
    await watch.close();
  }
}

function hintOf(error: unknown) {
  // The share was open when the download began.
  if (error instanceof AppError && error.code === 'share_password_required')
    return 'cli.hints.download_password';
  return isResumable(error) ? 'cli.hints.resume_download' : null;
}

function show(tracker: TransferTracker, { phase, files, bytes, file, ...speed }: DownloadProgress): void {
  const { total, received, resumed } = bytes;
  if (file) {
    const { path: name, size, received: done, retriesAfter: error } = file;
    if (error) tracker.file({ path: name, size, done, state: 'retrying', error });
    else tracker.file({ path: name, size, done, state: done < size ? 'active' : 'finished' });
  }
  tracker.totals(phase, { files, bytes: { total, done: received, resumed }, ...speed });
}

function topLevelOf(directory: string, targets: readonly string[]): string[] {
  const names = targets.map((target) => path.relative(directory, target).split(path.sep)[0] ?? '');
  return [...new Set(names)].map((name) => path.join(path.relative('.', directory), name));
}

/** Reports that only some files were downloaded, as distinct from a run that downloaded none. */
function partlyDownloaded(
  { translator }: Context,
  result: Omit<DownloadResult, 'failed'>,
  failed: DownloadResult['failed'],
): Error {
  const [first] = failed;
  if (!first) throw new Error('no file failed');
  const textOf = (error: unknown) => textOfFailure(translator, error);
  const isNone = result.files.length === 0;
  const hint = { key: hintOfFailures(failed) } as const;
  if (isNone && failed.length === 1 && !isUnsafePath(first.error))
    return isNameNotHeld(first.error) ? new HintedError(first.error, hint) : first.error;
  const others = listOthers(translator, failed, textOf);
  const problem = textOf(first.error) + (others === undefined ? '' : `\n${others}`);
  return new CliError({
    exit: isNone ? exitOfFailures(failed) : 'partial',
    key: 'cli.errors.partly_downloaded',
    params: { count: failed.length, path: first.path, problem },
    hint,
    details: {
      files: result.files,
      failures: failed.map(({ path: name, error }) => ({ path: name, message: textOf(error) })),
    },
  });
}

function textOfFailure(translator: Context['translator'], error: unknown): string {
  return isUnsafePath(error) ? translator.t('cli.download.path_unsafe') : errorText(translator, error);
}

function hintOfFailures(failed: DownloadResult['failed']) {
  if (failed.some(({ error }) => isUnsafePath(error))) return 'cli.hints.server_untrusted';
  return failed.some(({ error }) => isNameNotHeld(error))
    ? 'cli.hints.names_not_held'
    : 'cli.hints.resume_download';
}

/** The file system of the folder is another one than the sender's, such as that of a USB stick. */
function isNameNotHeld(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EINVAL' || code === 'EILSEQ' || code === 'ENAMETOOLONG';
}

/** The server refuses such paths in uploads, so that an honest one has none. */
function isUnsafePath(error: unknown): boolean {
  return error instanceof AppError && error.code === 'file_path_invalid';
}
