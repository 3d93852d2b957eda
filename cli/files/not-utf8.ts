import path from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { forTerminal } from '../io/output.ts';

/**
 * Node turns the bytes of an argument that are not UTF-8 into U+FFFD, so that the path leads nowhere although the file
 * is there. Returns an error that says so; every other error as it is.
 *
 * @param given the paths of the command line
 */
export function explainNotUtf8(error: unknown, given: readonly string[]): unknown {
  if (!(error instanceof Error && 'code' in error && 'path' in error && error.code === 'ENOENT'))
    return error;
  const missing = given.find((name) => path.resolve(name) === error.path);
  return missing?.includes('\ufffd') ? notUtf8(missing) : error;
}

export function notUtf8(given: string): CliError {
  return new CliError({
    exit: 'usage',
    key: 'cli.errors.path_not_utf8',
    params: { path: forTerminal(given) },
    hint: { key: 'cli.hints.path_not_utf8' },
  });
}
