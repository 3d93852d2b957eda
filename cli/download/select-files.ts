import ignore from 'ignore';
import type { ShareFile } from '#sdk/contract/files.js';
import { CliError } from '../errors.ts';

/**
 * Chooses files by patterns, which work as in a .gitignore: `*.jpg` anywhere, `photos/` a folder, `!` takes back.
 *
 * @throws CliError `notFound` when nothing is left
 */
export function selectFiles(files: readonly ShareFile[], patterns: readonly string[]): readonly ShareFile[] {
  if (patterns.length === 0) return files;
  const matcher = ignore({ ignorecase: false, allowRelativePaths: true }).add([...patterns]);
  const selected = files.filter((file) => matcher.ignores(file.path));
  if (selected.length === 0) throw new CliError({ exit: 'notFound', key: 'cli.errors.no_match' });
  return selected;
}
