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
export function errorsReference({ errors }: EnglishCatalogue): string {
  const codes: ErrorCode[] = Object.keys(errorCatalogue).filter(isErrorCode);
  const rows = codes.map((name) => [
    code(name),
    String(errorCatalogue[name].status),
    String(exitCodeOf(name)),
    isRetryable(name) ? 'yes' : '',
    errors[name],
  ]);
  const exits = Object.entries(exitCodes).map(([name, number]) => [
    String(number),
    name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  ]);
  return page(
    'Errors',
    'Every error answer is JSON: `{"error": "<code>", "message": "<English text>", "params": {…}, "requestId": "…"}`. ' +
      'Programs look at `error`; the text may change. The request id names the request in the log of the server.',
    `## Codes\n\n${table(['Code', 'HTTP status', 'Exit code', 'May succeed later', 'Text'], rows)}`,
    `## Exit codes of the command line\n\n${table(['Exit code', 'Meaning'], exits)}`,
  );
}
