import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { forTerminal } from '../io/output.ts';

export interface TargetFolder {
  /** Removes the folders that were created for the download, unless something is in them. */
  removeIfEmpty(): Promise<void>;
}

/**
 * Creates the folder of a download and tries to write there, before a view of the share is used up.
 *
 * @throws CliError `conflict` for a file where a folder is meant
 * @throws the file system's error, which names the folder
 */
export async function prepareFolder(directory: string): Promise<TargetFolder> {
  await assertNoFile(directory);
  const first = await aboutFolder(directory, mkdir(directory, { recursive: true }));
  const removeIfEmpty = () => removeFolders(directory, first);
  try {
    await rmdir(await aboutFolder(directory, mkdtemp(path.join(directory, '.fileshare-'))));
  } catch (error) {
    await removeIfEmpty();
    throw error;
  }
  return { removeIfEmpty };
}

async function assertNoFile(directory: string): Promise<void> {
  for (let folder = directory; ; folder = path.dirname(folder)) {
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() || folder === path.dirname(folder)) return;
    if (!found) continue;
    throw new CliError({
      exit: 'conflict',
      key: 'cli.errors.output_is_file',
      params: { path: forTerminal(folder) },
      hint: { key: 'cli.hints.output_is_file' },
    });
  }
}

/** The person knows the folder, and nothing of what is tried in it. */
async function aboutFolder<T>(directory: string, attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path: directory }) : error;
  }
}

/** @param first the uppermost folder to remove; undefined if there is none */
async function removeFolders(directory: string, first: string | undefined): Promise<void> {
  if (first === undefined) return;
  for (let folder = directory; folder.length >= first.length; folder = path.dirname(folder)) {
    const isGone = await rmdir(folder).then(
      () => true,
      // Something is in it, such as a token that is worth keeping.
      () => false,
    );
    if (!isGone) return;
  }
}
