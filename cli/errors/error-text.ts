import { AppError } from '#sdk/contract/errors.js';
import { errorMessage } from '#sdk/i18n/describe-error.js';
import { describeSystemError } from '#sdk/i18n/system-errors.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { CliError, InterruptedError } from './cli-error.ts';
import { failuresOf } from './failures.ts';
import { type ErrorNames, noNames, withOptionNames } from './names.ts';

/** What happened, in the words of the command line. */
export function errorText(translator: Translator, error: unknown, names: ErrorNames = noNames): string {
  if (error instanceof CliError) return translator.t(error.text.key, error.text.params);
  if (error instanceof InterruptedError) return translator.t(`cli.errors.${error.exit}`);
  if (error instanceof AppError) return errorMessage(translator, withOptionNames(error, names));
  const [first, ...others] = failuresOf(error) ?? [];
  if (first) {
    return translator.t('client.files_failed', {
      count: others.length + 1,
      path: first.path,
      problem: errorText(translator, first.error, names),
    });
  }
  if (isUnnamedNetworkError(error) && names.server !== null) {
    return translator.t('client.network_at', { server: names.server });
  }
  // A full disk that knows what it lacks has the code of the file system, too.
  const isPrecise = error instanceof Error && error.name === 'DiskFullError';
  const text =
    (isPrecise ? undefined : describeSystemError(translator, error)) ?? errorMessage(translator, error);
  // For an unknown error, the cause is the only clue.
  const isUnknown = text === translator.t('errors.internal');
  return isUnknown && error instanceof Error && error.message !== '' ? `${text} (${error.message})` : text;
}

/** Something between us and the server answered in its place, or the connection went silent. */
function isUnnamedNetworkError(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'NetworkError') return false;
  return !('server' in error) || error.server === undefined;
}
