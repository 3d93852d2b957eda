import path from 'node:path';
import { HintedError } from '../errors/cli-error.ts';
import { quoteWord } from '../io/quote-word.ts';
import { patternOf } from './refused-names.ts';

/** Says what to do about a folder that cannot be read; returns every other error as it is. */
export function explainUnreadable(error: unknown, given: readonly string[]): unknown {
  const folder = unreadableFolderOf(error);
  if (folder === undefined) return error;
  const roots = given.map((name) => path.resolve(name));
  const command = `chmod -R u+rX ${quoteWord(folder)}`;
  if (roots.includes(folder)) {
    return new HintedError(error, { key: 'cli.hints.folder_unreadable', params: { command } });
  }
  // Not below a given path: another file, such as one with patterns.
  if (!roots.some((root) => folder.startsWith(root + path.sep))) return error;
  const option = `--exclude ${quoteWord(patternOf(folder, roots))}`;
  return new HintedError(error, { key: 'cli.hints.folder_unreadable_inside', params: { command, option } });
}

function unreadableFolderOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error && 'path' in error && 'syscall' in error))
    return undefined;
  if (error.code !== 'EACCES' && error.code !== 'EPERM') return undefined;
  if (typeof error.path !== 'string') return undefined;
  // The names in a folder can be read, but not what they stand for.
  if (error.syscall === 'lstat') return path.dirname(error.path);
  return error.syscall === 'scandir' ? error.path : undefined;
}
