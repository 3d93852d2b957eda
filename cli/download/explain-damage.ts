import type { Translator } from '#sdk/i18n/translate.js';
import { CliError } from '../errors/cli-error.ts';
import { forTerminal } from '../io/output.ts';
import { shortList } from '../io/short-list.ts';

/** Paths named in one line. */
const maxNamed = 5;

/** Turns the SDK's error about damaged files, recognized by its name because it is not loaded here, into our own. */
export function explainDamage(translator: Translator, error: unknown): unknown {
  const paths = damagedPaths(error);
  if (!paths) return error;
  const named = shortList(translator, paths, { describe: forTerminal, most: maxNamed });
  return new CliError({
    exit: 'integrity',
    key: 'cli.errors.files_damaged',
    params: { count: paths.length, paths: named.join(', ') },
    hint: { key: 'cli.hints.files_damaged' },
    details: { paths },
    cause: error,
  });
}

function damagedPaths(error: unknown): readonly string[] | null {
  if (!(error instanceof Error && error.name === 'FilesDamagedError' && 'paths' in error)) return null;
  return Array.isArray(error.paths) ? error.paths.filter((path) => typeof path === 'string') : null;
}
