import {
  type ErrorCode,
  errorCatalogue,
  exitCodeOf,
  isErrorCode,
  isRetryable,
} from '#sdk/contract/errors.js';
import { errorTextsOf } from '#sdk/i18n/catalogue.js';
import type { EnglishCatalogue } from '#sdk/i18n/translate.js';
import { listExitCodes } from './exit-codes.ts';
import { code, page, table } from './markdown.ts';

/** Every error of the API and every exit code of the command line. */
export function errorsReference(english: EnglishCatalogue): string {
  const codes: ErrorCode[] = Object.keys(errorCatalogue).filter(isErrorCode);
  const texts = errorTextsOf(english);
  const hints: Readonly<Partial<Record<ErrorCode, string>>> = english.hints;
  const rows = codes.map((name) => [
    code(name),
    String(errorCatalogue[name].status),
    String(exitCodeOf(name)),
    isRetryable(name) ? 'yes' : '',
    [texts[name], hints[name]].filter(Boolean).join('\n'),
  ]);
  return page(
    'Errors',
    'Every error response is JSON: `{"error": "<code>", "message": "<English text>", "hint": "<English text>", "params": {…}, "requestId": "…"}`. ' +
      "Programs should check `error`; the texts may change. `hint` explains some errors; the table shows it on a separate line. The request ID identifies the request in the server's log.",
    `## Codes\n\n${table(['Code', 'HTTP status', 'Exit code', 'May succeed later', 'Text'], rows)}`,
    `## Exit codes of the command line\n\n${table(['Exit code', 'Meaning'], listExitCodes())}`,
  );
}
