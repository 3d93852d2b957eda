import path from 'node:path';
import { findPathProblem, type PathProblem } from '#sdk/contract/formats/paths.js';
import type { LocalFileSource } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { forTerminal } from '../io/output.ts';
import { quoteWord } from '../io/quote-word.ts';
import { shortList } from '../io/short-list.ts';

/**
 * Why a name is refused: the rules of paths in a share, and
 *
 * - `duplicate`: another file has the same path, such as one of the same name from another folder
 * - `same_letters`: another name consists of the same letters, stored in another Unicode form (NFC and NFD)
 */
export type NameProblem = PathProblem | 'duplicate' | 'same_letters';

export interface RefusedName {
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
  const roots = given.map((name) => path.resolve(name));
  const firstOf = new Map<string, LocalFileSource>();
  const sources: LocalFileSource[] = [];
  const refused: RefusedName[] = [];
  for (const source of found) {
    const first = firstOf.get(source.path);
    firstOf.set(source.path, first ?? source);
    const problem = findPathProblem(source.path) ?? (first ? compareNames(first, source) : null);
    if (!problem) {
      sources.push(source);
      continue;
    }
    const pattern = problem === 'duplicate' ? null : patternOf(source.file, roots);
    refused.push({ path: source.path, problem, pattern });
  }
  return { sources, refused };
}

function compareNames(first: LocalFileSource, second: LocalFileSource): NameProblem {
  return path.basename(first.file) === path.basename(second.file) ? 'duplicate' : 'same_letters';
}

/** Patterns match paths below a given folder, or the name of a given file. All of them are absolute paths. */
export function patternOf(file: string, roots: readonly string[]): string {
  const root = roots.find((candidate) => file.startsWith(candidate + path.sep));
  const names = root === undefined ? [path.basename(file)] : path.relative(root, file).split(path.sep);
  return `/${names.map(escapePattern).join('/')}`;
}

/** A name as a pattern in .gitignore syntax. `?` stands for a character that a terminal cannot show. */
function escapePattern(name: string): string {
  return name
    .replaceAll(/[\\*?[\]!#]| +$/g, (special) => [...special].map((one) => `\\${one}`).join(''))
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069\ufffd]/gu, '?');
}

/** With more patterns, a command line is no longer something to copy. */
const maxPatterns = 10;
/** Paths named in one line. */
const maxNamed = 5;

/**
 * Refuses all of them at once, before anything is sent, in groups by what is wrong with them.
 *
 * @throws CliError `usage`
 */
export function assertNoneRefused({ translator }: Context, refused: readonly RefusedName[]): void {
  if (refused.length === 0) return;
  const groups = groupsOf(translator, refused);
  const patterns = refused.flatMap(({ pattern }) => pattern ?? []);
  const canExclude = patterns.length === refused.length && patterns.length <= maxPatterns;
  const options = patterns.map((pattern) => `--exclude ${quoteWord(pattern)}`).join(' ');
  throw new CliError({
    // Each name alone would do.
    exit: refused.every(({ problem }) => problem === 'duplicate') ? 'conflict' : 'usage',
    key: 'cli.errors.names_refused',
    params: { count: refused.length, names: groups.join('; ') },
    hint: canExclude
      ? { key: 'cli.hints.names_exclude', params: { options } }
      : { key: 'cli.hints.names_rename' },
    details: { refused },
  });
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
