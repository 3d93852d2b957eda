import ignore, { type Ignore } from 'ignore';
import type { ShareFile } from '#sdk/contract/files.js';
import { CliError } from '../errors/cli-error.ts';

/**
 * Chooses files by patterns, which read as in a .gitignore: `*.jpg` anywhere, `photos/` a folder. What a pattern after
 * `!` matches is left out.
 *
 * @throws CliError `notFound` when nothing is left
 */
export function selectFiles<F extends Pick<ShareFile, 'path'>>(
  files: readonly F[],
  patterns: readonly string[],
): readonly F[] {
  if (patterns.length === 0) return files;
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'));
  const unwanted = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const takes = wanted.length === 0 ? null : matcherOf(wanted);
  const leavesOut = matcherOf(unwanted);
  const selected = files.filter(({ path }) => (takes?.ignores(path) ?? true) && !leavesOut.ignores(path));
  if (selected.length === 0) throw new CliError({ exit: 'notFound', key: 'cli.errors.no_match' });
  return selected;
}

function matcherOf(patterns: readonly string[]): Ignore {
  return ignore({ ignorecase: false }).add([...patterns]);
}
