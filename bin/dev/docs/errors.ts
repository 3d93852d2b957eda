import {
  type ErrorCode,
  errorCatalogue,
  exitCodeOf,
  exitCodes,
  isErrorCode,
  isRetryable,
} from '#sdk/contract/errors.js';
import type { EnglishCatalogue } from '#sdk/i18n/translate.js';
import { code, page, table } from './markdown.ts';

/** Every error of the API and every exit code of the command line. */
export function errorsReference({ errors, hints }: EnglishCatalogue): string {
  const codes: ErrorCode[] = Object.keys(errorCatalogue).filter(isErrorCode);
  const explanations: Readonly<Partial<Record<ErrorCode, string>>> = hints;
  const rows = codes.map((name) => [
    code(name),
    String(errorCatalogue[name].status),
    String(exitCodeOf(name)),
    isRetryable(name) ? 'yes' : '',
    [errors[name], explanations[name]].filter(Boolean).join('\n'),
  ]);
  const exits = Object.entries(exitCodes).map(([name, number]) => [
    String(number),
    name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  ]);
  return page(
    'Errors',
    'Every error answer is JSON: `{"error": "<code>", "message": "<English text>", "hint": "<English text>", "params": {…}, "requestId": "…"}`. ' +
      'Programs look at `error`; the texts may change. `hint` explains some errors; below it is on a line of its own. The request id names the request in the log of the server.',
    `## Codes\n\n${table(['Code', 'HTTP status', 'Exit code', 'May succeed later', 'Text'], rows)}`,
    `## Exit codes of the command line\n\n${table(['Exit code', 'Meaning'], exits)}`,
  );
}
