import path from 'node:path';
import { findPathProblem, type PathProblem } from '#sdk/contract/formats/paths.js';
import type { LocalFileSource } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { CliError, type Text } from '../errors/cli-error.ts';
import { forTerminal } from '../io/output.ts';
import { shortList } from '../io/short-list.ts';
import { createExcluder, excludeOptions } from './exclude-options.ts';

/**
 * Why a name is refused: the rules of paths in a share, and
 *
 * - `duplicate`: another file has the same path, such as one of the same name from another folder
 * - `same_letters`: another name consists of the same letters, stored in another Unicode form (NFC and NFD)
 */
export type NameProblem = PathProblem | 'duplicate' | 'same_letters';

export interface RefusedName {
  /** Absolute path on the disk. */
  file: string;
  /** Path in the share. */
  path: string;
  problem: NameProblem;
  /** A pattern for `--exclude` that leaves the file out; null if it would leave out others too. */
  pattern: string | null;
}

/** Separates the files whose names the server would refuse. `given` are the paths of the command line. */
export function separateRefused(
  found: readonly LocalFileSource[],
  given: readonly string[],
): { sources: LocalFileSource[]; refused: RefusedName[] } {
  const firstOf = new Map<string, LocalFileSource>();
  const sources: LocalFileSource[] = [];
  const wrong: { source: LocalFileSource; problem: NameProblem }[] = [];
  for (const source of found) {
    const first = firstOf.get(source.path);
    firstOf.set(source.path, first ?? source);
    const problem = findPathProblem(source.path) ?? (first ? compareNames(first, source) : null);
    if (problem) wrong.push({ source, problem });
    else sources.push(source);
  }
  if (wrong.length === 0) return { sources, refused: [] };
  const exclude = createExcluder({ kept: sources.map(({ file }) => file), given });
  const refused = wrong.map(({ source: { file, path: name }, problem }) => {
    return { file, path: name, problem, pattern: exclude([file])?.[0] ?? null };
  });
  return { sources, refused };
}

function compareNames(first: LocalFileSource, second: LocalFileSource): NameProblem {
  return path.basename(first.file) === path.basename(second.file) ? 'duplicate' : 'same_letters';
}

/** Paths named in one line. */
const maxNamed = 5;

interface FoundNames {
  sources: readonly LocalFileSource[];
  refused: readonly RefusedName[];
}

/**
 * Refuses all of them at once, before anything is sent, in groups by what is wrong with them.
 *
 * @throws CliError `usage`
 */
export function assertNoneRefused(
  { translator }: Context,
  found: FoundNames,
  given: readonly string[],
): void {
  const { refused } = found;
  if (refused.length === 0) return;
  throw new CliError({
    // Each name alone would do.
    exit: refused.every(({ problem }) => problem === 'duplicate') ? 'conflict' : 'usage',
    key: 'cli.errors.names_refused',
    params: { count: refused.length, names: groupsOf(translator, refused).join('; ') },
    hint: findWayOut(found, given),
    details: { refused },
  });
}

/** Matches all names with a backslash, and the server refuses each of them. */
const anyBackslash = String.raw`*\\*`;

function findWayOut({ sources, refused }: FoundNames, given: readonly string[]): Text {
  if (sources.length === 0) return { key: 'cli.hints.names_rename' };
  const exclude = createExcluder({ kept: sources.map(({ file }) => file), given });
  const backslashes = refused.filter(({ problem }) => problem === 'backslash');
  const isGroup = backslashes.length > 1;
  const others = isGroup ? refused.filter(({ problem }) => problem !== 'backslash') : refused;
  const patterns = exclude(others.map(({ file }) => file));
  const options = patterns && excludeOptions([...(isGroup ? [anyBackslash] : []), ...patterns]);
  return options ? { key: 'cli.hints.names_exclude', params: { options } } : { key: 'cli.hints.names_skip' };
}

/** A text for each problem, with the first names. */
export function groupsOf(translator: Context['translator'], refused: readonly RefusedName[]): string[] {
  const { t } = translator;
  const groups = new Map<NameProblem, string[]>();
  for (const { path: name, problem } of refused) {
    groups.set(problem, [...(groups.get(problem) ?? []), name]);
  }
  return [...groups].map(([problem, names]) => {
    return t('cli.upload.refused_line', {
      problem: t(`cli.upload.refused.${problem}`),
      names: shortList(translator, names, { describe: forTerminal, most: maxNamed }).join(', '),
    });
  });
}
