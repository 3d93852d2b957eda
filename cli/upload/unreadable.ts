import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { LocalFileSource } from '#sdk/index.js';
import { HintedError, type Text } from '../errors/cli-error.ts';
import { failuresOf } from '../errors/failures.ts';
import { quoteWord } from '../io/quote-word.ts';
import { createExcluder, excludeOptions, folderPattern } from './exclude-options.ts';

/** Says what to do about a folder that cannot be read; returns every other error as it is. */
export function explainUnreadable(error: unknown, given: readonly string[]): unknown {
  const folder = unreadableFolderOf(error);
  if (folder === undefined) return error;
  const roots = given.map((name) => path.resolve(name));
  const isGiven = roots.includes(folder);
  // Not below a given path: another file, such as one with patterns.
  if (!isGiven && !roots.some((root) => folder.startsWith(root + path.sep))) return error;
  const options = isGiven ? undefined : excludeOptions([folderPattern(folder, given)]);
  const command = isForbidden(error) ? `chmod -R u+rX ${quoteWord(folder)}` : undefined;
  return new HintedError(error, remedyFor({ count: 1, options, command }));
}

function unreadableFolderOf(error: unknown): string | undefined {
  if (!isUnreadable(error) || !(error instanceof Error && 'path' in error && 'syscall' in error))
    return undefined;
  if (typeof error.path !== 'string') return undefined;
  // The names in a folder can be read, but not what they stand for.
  if (error.syscall === 'lstat') return path.dirname(error.path);
  return error.syscall === 'scandir' ? error.path : undefined;
}

interface SentFiles {
  sources: readonly LocalFileSource[];
  /** The paths of the command line. */
  given: readonly string[];
}

/** What to do about the files that could not be read; undefined if there are none among the failures. */
export async function findRemedy(error: unknown, { sources, given }: SentFiles): Promise<Text | undefined> {
  const unreadable = new Map(
    (failuresOf(error) ?? [])
      .filter((failure) => isUnreadable(failure.error))
      .map((one) => [one.path, one.error]),
  );
  if (unreadable.size === 0) return undefined;
  const files: string[] = [];
  const kept: string[] = [];
  for (const source of sources) (unreadable.has(source.path) ? files : kept).push(source.file);
  const patterns = kept.length === 0 ? null : createExcluder({ kept, given })(files);
  return remedyFor({
    count: files.length,
    options: excludeOptions(patterns ?? []),
    command: [...unreadable.values()].every(isForbidden) ? await permitCommand(files) : undefined,
  });
}

/** With more, the line would be too long. */
const maxPermitted = 5;

/** Only the owner of a file can allow its reading. */
async function permitCommand(files: readonly string[]): Promise<string | undefined> {
  if (files.length > maxPermitted) return undefined;
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  if (!stats.every((one) => one !== undefined && one.uid === process.getuid?.())) return undefined;
  return ['chmod u+r', ...files.map(quoteWord)].join(' ');
}

interface Remedy {
  count: number;
  /** Leave out what cannot be read. */
  options: string | undefined;
  /** Makes it readable. */
  command: string | undefined;
}

function remedyFor({ count, options, command }: Remedy): Text {
  if (options === undefined) {
    return command === undefined
      ? { key: 'cli.hints.unreadable', params: { count } }
      : { key: 'cli.hints.unreadable_permit', params: { count, command } };
  }
  return command === undefined
    ? { key: 'cli.hints.unreadable_leave_out', params: { count, options } }
    : { key: 'cli.hints.unreadable_leave_out_or_permit', params: { count, options, command } };
}

function isUnreadable(error: unknown): boolean {
  return isForbidden(error) || codeOf(error) === 'EIO';
}

function isForbidden(error: unknown): boolean {
  return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM';
}

function codeOf(error: unknown): unknown {
  // A port that may not be used has the same code as a file.
  return error instanceof Error && 'code' in error && !('port' in error) ? error.code : undefined;
}
