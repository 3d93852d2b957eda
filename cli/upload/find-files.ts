import path from 'node:path';
import { filesFromPaths, type LocalFileSource, type SkippedFile } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { explainNotUtf8 } from '../files/not-utf8.ts';
import { forTerminal } from '../io/output.ts';
import { quoteWord } from '../io/quote-word.ts';
import { shortList } from '../io/short-list.ts';
import { refuseTogether } from '../options/exclusive.ts';
import { type RefusedName, separateRefused } from './refused-names.ts';
import { type RenamedFile, renameInvalid } from './rename-invalid.ts';
import { explainUnreadable } from './unreadable.ts';

export interface FindOptions {
  exclude?: readonly string[] | undefined;
  ignoreFile?: string | undefined;
  hidden: boolean;
  /** Gives files with refused names allowed ones. */
  renameInvalid: boolean;
  /** Leaves out files with refused names. */
  skipInvalid?: boolean;
}

/** What a pattern of the command line leaves out. */
export interface ExcludedFile {
  file: string;
  reason: 'excluded';
}

/** What else is left out: what cannot be sent, what is hidden, and on demand what has a refused name. */
export interface LeftOutFile {
  /** Absolute path on the disk. */
  file: string;
  reason: Exclude<SkippedFile['reason'], 'excluded'> | 'name';
}

/** The files of an upload, and what is to say about them. */
export interface FoundFiles {
  /** Without those whose names are refused. */
  sources: LocalFileSource[];
  skipped: LeftOutFile[];
  excluded: ExcludedFile[];
  renamed: RenamedFile[];
  /** Names that the server would refuse; none if they were renamed or skipped. */
  refused: RefusedName[];
}

/** Finds the files to upload at the paths of the command line. */
export async function findFiles(
  paths: readonly string[],
  { exclude, ignoreFile, hidden, renameInvalid: renames, skipInvalid = false }: FindOptions,
): Promise<FoundFiles> {
  if (renames) refuseTogether('--rename-invalid', { skipInvalid });
  const skipped: LeftOutFile[] = [];
  const excluded: ExcludedFile[] = [];
  const found = await filesFromPaths(paths, {
    hidden,
    ...(exclude === undefined ? {} : { exclude }),
    ...(ignoreFile === undefined ? {} : { ignoreFile }),
    onSkipped: ({ file, reason }) =>
      reason === 'excluded' ? excluded.push({ file, reason }) : skipped.push({ file, reason }),
  }).catch((error: unknown) => {
    throw explainNotUtf8(explainUnreadable(error, paths), paths);
  });
  assertNoneSpecial(paths, skipped);
  if (renames) return { ...renameInvalid(found), skipped, excluded, refused: [] };
  const { sources, refused } = separateRefused(found, paths);
  if (!skipInvalid) return { sources, skipped, excluded, renamed: [], refused };
  const invalid = refused.map(({ file }) => ({ file, reason: 'name' }) as const);
  return { sources, skipped: [...skipped, ...invalid], excluded, renamed: [], refused: [] };
}

/** Special files inside folders are skipped. Of one that was named, the person expects an upload. */
function assertNoneSpecial(paths: readonly string[], skipped: readonly LeftOutFile[]): void {
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

/** Tells the person about files that were left out or renamed. */
export function reportFound(
  { output, translator }: Context,
  { skipped = [], renamed }: { skipped?: FoundFiles['skipped']; renamed: readonly RenamedFile[] },
): void {
  const { t } = translator;
  const hidden = countHidden(skipped);
  const invalid = skipped.filter(({ reason }) => reason === 'name').length;
  const others = skipped.length - hidden - invalid;
  if (others > 0) output.note(t('cli.upload.skipped', { count: others }));
  if (hidden > 0) output.note(t('cli.upload.hidden', { count: hidden }));
  if (invalid > 0) output.note(t('cli.upload.invalid', { count: invalid }));
  if (renamed.length === 0) return;
  output.note(t('cli.upload.renamed', { count: renamed.length }));
  const lines = shortList(translator, renamed, {
    describe: ({ from, to }) => t('cli.upload.renamed_line', { from: forTerminal(from), to }),
  });
  for (const line of lines) output.note(`  ${line}`);
}

export function countHidden(skipped: FoundFiles['skipped']): number {
  return skipped.filter(({ reason }) => reason === 'hidden').length;
}
