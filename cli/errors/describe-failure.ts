import { AppError, type ExitName, exitCodeOf, exitCodes } from '#sdk/contract/errors.js';
import { errorHint } from '#sdk/i18n/describe-error.js';
import { exitOfSystemError } from '#sdk/i18n/system-errors.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { forTerminal } from '../io/output.ts';
import { shortList } from '../io/short-list.ts';
import {
  ArgumentError,
  CliError,
  HintedError,
  InterruptedError,
  SeveralErrors,
  type Text,
} from './cli-error.ts';
import { errorText } from './error-text.ts';
import { type FileFailure, failuresOf } from './failures.ts';
import { type ErrorNames, noNames } from './names.ts';

/** The output of a failed run. */
export interface Failure {
  exitCode: number;
  /** At most three for one error: what happened and why, what to do next. */
  lines: string[];
  /** The `error` of the `--json` document. */
  document: Readonly<Record<string, unknown>>;
}

/** Files named in one line. */
const maxNamed = 5;

type TextOf = (error: unknown) => string;

/** Exit codes of SDK errors, by class name, because the classes are not loaded here. */
const namedExits: Readonly<Record<string, ExitName>> = {
  NetworkError: 'unavailable',
  AbortError: 'interrupted',
  FileChangedError: 'conflict',
  UnsafeTargetError: 'conflict',
};

/** Returns the text of an error and its exit code. */
export function describeFailure(
  translator: Translator,
  error: unknown,
  names: ErrorNames = noNames,
): Failure {
  if (error instanceof SeveralErrors) return describeSeveral(translator, error, names);
  const textOf = (part: unknown) => errorText(translator, part, names);
  const named = error instanceof ArgumentError ? error : undefined;
  const own = named ? named.cause : error;
  const hinted = own instanceof HintedError ? own : undefined;
  const cause = hinted ? hinted.cause : own;
  const problem = textOf(cause);
  const text = named
    ? translator.t('cli.errors.about_argument', { argument: named.argument, problem })
    : problem;
  const message = forLine(text);
  // Only our own texts may be a list, with a line for each of its items.
  const [first = '', ...items] = cause instanceof CliError ? text.split('\n').map(forTerminal) : [message];
  const more = listOthers(translator, failuresOf(cause) ?? [], textOf);
  if (more !== undefined) items.push(more);
  const hint = hinted?.hint ?? hintOf(translator, cause);
  const explanation = hint ? translator.t(hint.key, hint.params) : errorHint(translator, cause);
  const next = explanation && forLine(explanation);
  return {
    exitCode: exitCodeOfError(cause),
    lines: [
      translator.t('cli.errors.line', { message: first }),
      ...items.map((item) => `  ${item}`),
      ...(next ? [next] : []),
    ],
    document: {
      code: codeOf(cause),
      message,
      ...(next ? { hint: next } : {}),
      ...detailsOf(cause, textOf),
      ...hinted?.details,
      ...(named ? { argument: named.argument } : {}),
    },
  };
}

function describeSeveral(
  translator: Translator,
  { errors, details }: SeveralErrors,
  names: ErrorNames,
): Failure {
  const [first, ...others] = errors;
  const { exitCode, document, lines } = describeFailure(translator, first, names);
  const more = others.map((error) => describeFailure(translator, error, names));
  return {
    exitCode,
    lines: [...lines, ...more.flatMap((failure) => failure.lines)],
    document: { ...document, ...details, problems: [document, ...more.map((failure) => failure.document)] },
  };
}

export function exitCodeOfError(error: unknown): number {
  if (isAppError(error)) return exitCodeOf(error.code);
  if (error instanceof CliError || error instanceof InterruptedError) return exitCodes[error.exit];
  const failures = failuresOf(error);
  if (failures) return exitCodeOfFailures(failures);
  if (!(error instanceof Error)) return exitCodes.failure;
  return exitCodes[namedExits[error.name] ?? exitOfSystemError(error) ?? 'failure'];
}

/** True when the same command resumes where this run stopped. */
export function isResumable(error: unknown): boolean {
  return (
    error instanceof InterruptedError ||
    (isAppError(error) && error.code === 'share_finish_failed') ||
    (failuresOf(error) !== undefined && !isBeforeStart(error)) ||
    isNetworkError(error) ||
    (error instanceof Error && error.name === 'DiskFullError')
  );
}

export function isNetworkError(error: unknown): boolean {
  return error instanceof Error && error.name === 'NetworkError';
}

/** Nothing was created yet: the files themselves are the problem. */
function isBeforeStart(error: unknown): boolean {
  return error instanceof Error && 'share' in error && error.share === null;
}

function exitCodeOfFailures(failures: readonly FileFailure[]): number {
  return exitCodes[exitOfFailures(failures)];
}

/** If all files failed for the same reason, the exit of that reason; otherwise that of a partial failure. */
export function exitOfFailures(failures: readonly FileFailure[]): ExitName {
  const [code, ...others] = new Set(failures.map((failure) => exitCodeOfError(failure.error)));
  const same = Object.keys(exitCodes)
    .filter(isExitName)
    .find((name) => exitCodes[name] === code);
  return others.length === 0 && same !== undefined ? same : 'partial';
}

function isExitName(name: string): name is ExitName {
  return Object.hasOwn(exitCodes, name);
}

function hintOf(translator: Translator, error: unknown): Text | undefined {
  if (error instanceof CliError) return error.hint;
  const code = codeOf(error);
  const params = isAppError(error) ? error.params : {};
  const key = [`cli.hints.${code}_${params['problem']}`, `cli.hints.${code}`].find(translator.has);
  return key && { key, params };
}

function codeOf(error: unknown): string {
  if (isAppError(error)) return error.code;
  if (error instanceof CliError) return error.text.key.slice(error.text.key.lastIndexOf('.') + 1);
  if (error instanceof InterruptedError) return error.exit;
  if (failuresOf(error)) return 'files_failed';
  if (isNetworkError(error)) return 'network';
  return (error instanceof Error && systemCodeOf(error)) || 'internal';
}

function detailsOf(error: unknown, textOf: TextOf): Readonly<Record<string, unknown>> {
  if (error instanceof CliError) return error.details;
  if (isAppError(error)) {
    const { params, issues, requestId } = error;
    return {
      ...(Object.keys(params).length > 0 ? { params } : {}),
      ...(issues.length > 0 ? { issues } : {}),
      ...(requestId ? { requestId } : {}),
    };
  }
  const failures = failuresOf(error);
  return failures ? { failures: failures.map((failure) => listFailure(failure, textOf)) } : {};
}

/** The failures after the first, which the message already names, in one line; undefined if there are none. */
export function listOthers(
  translator: Translator,
  failures: readonly FileFailure[],
  textOf: TextOf,
): string | undefined {
  const [first, ...others] = failures;
  // An unreachable server is reported once, not for each file.
  const own = others.filter((failure) => exitCodeOfError(failure.error) !== exitCodes.unavailable);
  if (own.length === 0) return undefined;
  const names = shortList(translator, own, {
    describe: ({ path, error }) => {
      const name = forTerminal(path);
      return codeOf(error) === codeOf(first?.error) ? name : `${name} (${forLine(textOf(error))})`;
    },
    most: maxNamed,
  });
  return translator.t('cli.errors.failed_too', { names: names.join(', ') });
}

function listFailure({ path, error }: FileFailure, textOf: TextOf) {
  return { path, code: codeOf(error), message: textOf(error) };
}

function systemCodeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** On one line; a first line that announces a list ends with a colon. */
function forLine(text: string): string {
  const lines = text.split('\n').map(forTerminal);
  return lines.reduce((joined, line) => `${joined}${joined.endsWith(':') ? ' ' : '; '}${line}`);
}

/** Unlike `instanceof`, keeps the code typed. */
function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}
