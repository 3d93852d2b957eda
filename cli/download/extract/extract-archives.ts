import { lstat, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { exitCodes } from '#sdk/contract/errors.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { DownloadedFile } from '#sdk/index.js';
import type { Context } from '../../context.ts';
import { CliError, HintedError } from '../../errors/cli-error.ts';
import { exitCodeOfError, listOthers } from '../../errors/describe-failure.ts';
import { errorText } from '../../errors/error-text.ts';
import type { FileFailure } from '../../errors/failures.ts';
import { forTerminal } from '../../io/output.ts';
import { chooseProgressView } from '../../progress/choose.ts';
import { trackTransfer } from '../../progress/tracker.ts';
import { type Entry, Tree } from './tree.ts';

export interface ExtractedArchive {
  /** Path of the archive in the share. */
  path: string;
  /** The folder with its content, on this machine. */
  target: string;
  /** `skipped` if both the archive and the folder were already there. */
  status: 'extracted' | 'skipped';
  files: number;
  bytes: number;
}

type Reader = (file: string, signal: AbortSignal) => AsyncIterable<Entry>;

/** How archives are read, by the end of their names. The libraries are loaded when there is such a file. */
const formats: readonly (readonly [ending: string, load: () => Promise<Reader>])[] = [
  ['.zip', async () => (await import('./zip.ts')).readZip],
  ['.tar', async () => (await import('./tar.ts')).readTar],
  ['.tar.gz', async () => (await import('./tar.ts')).readCompressedTar],
  ['.tgz', async () => (await import('./tar.ts')).readCompressedTar],
];

interface Archive extends DownloadedFile {
  /** Where its content is written. */
  folder: string;
  load: () => Promise<Reader>;
}

function asArchive(file: DownloadedFile): Archive[] {
  const name = path.basename(file.target);
  const format = formats.find(
    ([ending]) => !/^\.{0,2}$/.test(name.slice(0, -ending.length)) && name.toLowerCase().endsWith(ending),
  );
  if (!format) return [];
  const [ending, load] = format;
  return [{ ...file, folder: file.target.slice(0, -ending.length), load }];
}

/**
 * Extracts the archives among downloaded files, each into a folder of its name beside it. A folder appears when it is
 * complete, and none that exists is touched.
 *
 * @throws CliError `partial` when some could not be extracted
 */
export async function extractArchives(
  context: Context,
  downloaded: readonly DownloadedFile[],
): Promise<ExtractedArchive[]> {
  const archives = downloaded.flatMap(asArchive);
  const extracted: ExtractedArchive[] = [];
  const failed: FileFailure[] = [];
  const tracker = trackTransfer(await chooseProgressView(context));
  let current: Tree | null = null;
  const show = () => {
    const files = { total: archives.length, finished: extracted.length, failed: failed.length };
    const bytes = { total: null, done: sizeOf(extracted) + (current?.bytes ?? 0), resumed: 0 };
    tracker.totals('extracting', { files, bytes, bytesPerSecond: 0, secondsLeft: null });
  };
  if (archives.length > 0) show();
  const showing = setInterval(show, 200);
  try {
    for (const archive of archives) {
      const begin = (tree: Tree) => {
        current = tree;
      };
      try {
        extracted.push(await extractOne(archive, context.signal, begin));
      } catch (error) {
        failed.push({ path: archive.path, error });
      }
      current = null;
      if (context.signal.aborted)
        throw new HintedError(context.signal.reason, { key: 'cli.hints.resume_download' });
    }
  } finally {
    clearInterval(showing);
    await tracker.close();
  }
  report(context, archives, extracted);
  if (failed.length > 0) throw partlyExtracted(context, extracted, failed);
  return extracted;
}

function report(
  { output, translator }: Context,
  archives: readonly Archive[],
  extracted: readonly ExtractedArchive[],
): void {
  const { t, locale } = translator;
  if (archives.length === 0) return output.note(t('cli.extract.none'));
  const done = extracted.filter(({ status }) => status === 'extracted');
  const size = formatBytes(locale, sizeOf(done));
  if (done.length > 0) output.note(t('cli.extract.done', { count: done.length, size }));
  const skipped = extracted.length - done.length;
  if (skipped > 0) output.note(t('cli.extract.skipped', { count: skipped }));
}

const sizeOf = (archives: readonly ExtractedArchive[]) => archives.reduce((sum, { bytes }) => sum + bytes, 0);

async function extractOne(
  archive: Archive,
  signal: AbortSignal,
  onBegin: (tree: Tree) => void,
): Promise<ExtractedArchive> {
  const { path: name, target, status, folder } = archive;
  const place = path.relative('.', folder);
  if (await isThere(folder)) {
    if (status === 'skipped') return { path: name, target: place, status, files: 0, bytes: 0 };
    throw new CliError({ exit: 'conflict', key: 'cli.extract.exists', params: { path: forTerminal(place) } });
  }
  const parent = path.dirname(folder);
  await removeLeftovers(parent);
  const partial = path.join(parent, `${partialPrefix}${process.pid}`);
  try {
    const { size } = await stat(target);
    if (size === 0) throw new CliError({ exit: 'failure', key: 'cli.extract.damaged' });
    const tree = new Tree(partial, { archiveSize: size, signal });
    onBegin(tree);
    const read = await archive.load();
    await rename(await fill(tree, read(target, signal), path.basename(folder)), folder);
    return { path: name, target: place, status: 'extracted', files: tree.files, bytes: tree.bytes };
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** The folder that is being filled has the number of its process at the end. */
const partialPrefix = `.fileshare-extract-${hostname()}-`;

/** Removes what killed processes of this machine have left. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(partialPrefix)) continue;
    const pid = Number(name.slice(partialPrefix.length));
    if (pid !== process.pid && isRunning(pid)) continue;
    await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => null)) !== null;
}

/** Returns the folder with the content. */
async function fill(tree: Tree, entries: AsyncIterable<Entry>, name: string): Promise<string> {
  try {
    await tree.begin();
    for await (const entry of entries) await tree.add(entry);
    return await tree.finish(name);
  } catch (error) {
    // What the libraries say of archives that they cannot read is for programmers.
    if (error instanceof CliError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new CliError({ exit: 'failure', key: 'cli.extract.damaged', cause: error });
  }
}

function partlyExtracted(
  { translator }: Context,
  extracted: readonly ExtractedArchive[],
  failed: readonly FileFailure[],
): CliError {
  const textOf = (error: unknown) => errorText(translator, error);
  const [first] = failed;
  const others = listOthers(translator, failed, textOf);
  const problem = textOf(first?.error) + (others === undefined ? '' : `\n${others}`);
  return new CliError({
    exit: 'partial',
    key: 'cli.errors.partly_extracted',
    params: { count: failed.length, path: forTerminal(first?.path ?? ''), problem },
    hint: {
      key:
        exitCodeOfError(first?.error) === exitCodes.conflict
          ? 'cli.hints.extract_exists'
          : 'cli.hints.not_extracted',
    },
    details: {
      extracted,
      failures: failed.map(({ path: name, error }) => ({ path: name, message: textOf(error) })),
    },
  });
}
