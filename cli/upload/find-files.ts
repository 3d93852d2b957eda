import path from 'node:path';
import { filesFromPaths, type LocalFileSource, type SkippedFile } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { forTerminal } from '../io/output.ts';
import { quoteWord } from '../io/quote-word.ts';
import { shortList } from '../io/short-list.ts';
import { type RefusedName, separateRefused } from './refused-names.ts';
import { type RenamedFile, renameInvalid } from './rename-invalid.ts';
import { explainUnreadable } from './unreadable.ts';

export interface FindOptions {
  exclude?: readonly string[] | undefined;
  ignoreFile?: string | undefined;
  hidden: boolean;
  /** Gives files with refused names allowed ones. */
  renameInvalid: boolean;
}

/** The files of an upload, and what is to say about them. */
export interface FoundFiles {
  /** Without those whose names are refused. */
  sources: LocalFileSource[];
  /** Left out inside folders: links and special files, which are not followed, and hidden ones. */
  skipped: SkippedFile[];
  renamed: RenamedFile[];
  /** Names that the server would refuse; none if they were renamed. */
  refused: RefusedName[];
}

/** Finds the files to upload at the paths of the command line. */
export async function findFiles(
  paths: readonly string[],
  { exclude, ignoreFile, hidden, renameInvalid: renames }: FindOptions,
): Promise<FoundFiles> {
  const skipped: SkippedFile[] = [];
  const found = await filesFromPaths(paths, {
    hidden,
    ...(exclude === undefined ? {} : { exclude }),
    ...(ignoreFile === undefined ? {} : { ignoreFile }),
    onSkipped: (file) => skipped.push(file),
  }).catch((error: unknown) => {
    throw explainUnreadable(error, paths);
  });
  assertNoneSpecial(paths, skipped);
  if (renames) return { ...renameInvalid(found), skipped, refused: [] };
  return { ...separateRefused(found, paths), skipped, renamed: [] };
}

/** Special files inside folders are skipped. Of one that was named, the person expects an upload. */
function assertNoneSpecial(paths: readonly string[], skipped: readonly SkippedFile[]): void {
  const named = paths.find((name) =>
    skipped.some(({ file, reason }) => reason === 'special' && file === path.resolve(name)),
  );
  if (named === undefined) return;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.special_file',
    params: { path: named },
    hint: { key: 'cli.hints.special_file', params: { path: quoteWord(named) } },
  });
}

interface FoundReport {
  skipped: number;
  hidden: number;
  renamed: readonly RenamedFile[];
}

/** Tells the person about files that were left out or renamed. */
export function reportFound(
  { output, translator }: Context,
  { skipped, hidden, renamed }: FoundReport,
): void {
  const { t } = translator;
  if (skipped > hidden) output.note(t('cli.upload.skipped', { count: skipped - hidden }));
  if (hidden > 0) output.note(t('cli.upload.hidden', { count: hidden }));
  if (renamed.length === 0) return;
  output.note(t('cli.upload.renamed', { count: renamed.length }));
  const lines = shortList(translator, renamed, {
    describe: ({ from, to }) => t('cli.upload.renamed_line', { from: forTerminal(from), to }),
  });
  for (const line of lines) output.note(`  ${line}`);
}
