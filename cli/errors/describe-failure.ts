import { AppError, type ExitName, exitCodeOf, exitCodes } from '#sdk/contract/errors.js';
import { errorHint, errorMessage } from '#sdk/i18n/describe-error.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { forTerminal } from '../io/output.ts';
import { shortList } from '../io/short-list.ts';
import { CliError, HintedError, InterruptedError, SeveralErrors, type Text } from './cli-error.ts';

/** The output of a failed run. */
export interface Failure {
  exitCode: number;
  /** At most three for one error: what happened and why, what to do next. */
  lines: string[];
  /** The `error` of the `--json` document. */
  document: Readonly<Record<string, unknown>>;
}

/** Exit codes of SDK errors, by class name, because the classes are not loaded here. */
const namedExits: Readonly<Record<string, ExitName>> = {
  NetworkError: 'unavailable',
  AbortError: 'interrupted',
  FileChangedError: 'conflict',
  UnsafeTargetError: 'conflict',
};

/** File system errors, by `code`. */
const systemExits: Readonly<Record<string, ExitName>> = {
  ENOENT: 'usage',
  EISDIR: 'usage',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  ENOSPC: 'limit',
  EDQUOT: 'limit',
};

interface FileFailure {
  path: string;
  error: unknown;
}

/** Returns the text of an error and its exit code. */
export function describeFailure(translator: Translator, error: unknown): Failure {
  if (error instanceof SeveralErrors) return describeSeveral(translator, error);
  const hinted = error instanceof HintedError ? error : undefined;
  const cause = hinted ? hinted.cause : error;
  const text = messageOf(translator, cause);
  const message = forLine(text);
  // Only our own texts may be a list, with a line for each of its items.
  const [first = '', ...items] = cause instanceof CliError ? text.split('\n').map(forTerminal) : [message];
  items.push(...listFailures(translator, failuresOf(cause) ?? []));
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
      ...detailsOf(translator, cause),
      ...hinted?.details,
    },
  };
}

function describeSeveral(translator: Translator, { errors, details }: SeveralErrors): Failure {
  const [first, ...others] = errors;
  const { exitCode, document, lines } = describeFailure(translator, first);
  const more = others.map((error) => describeFailure(translator, error));
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
  return exitCodes[namedExits[error.name] ?? systemExits[systemCodeOf(error) ?? ''] ?? 'failure'];
}

/** The failed files of a transfer, if the error is about them. */
export function failuresOf(error: unknown): readonly FileFailure[] | undefined {
  if (!(error instanceof Error) || !('failures' in error) || !Array.isArray(error.failures)) return undefined;
  return error.failures.filter(isFileFailure);
}

function isFileFailure(value: unknown): value is FileFailure {
  return typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string';
}

/** True when the same command resumes where this run stopped. */
export function isResumable(error: unknown): boolean {
  return (
    error instanceof InterruptedError ||
    (isAppError(error) && error.code === 'share_finish_failed') ||
    (failuresOf(error) !== undefined && !isBeforeStart(error)) ||
    (error instanceof Error && (error.name === 'NetworkError' || error.name === 'DiskFullError'))
  );
}

/** Nothing was created yet: the files themselves are the problem. */
function isBeforeStart(error: unknown): boolean {
  return error instanceof Error && 'share' in error && error.share === null;
}

/** If all files failed for the same reason, the exit code of that reason; otherwise that of a partial failure. */
function exitCodeOfFailures(failures: readonly FileFailure[]): number {
  const codes = new Set(failures.map((failure) => exitCodeOfError(failure.error)));
  const [only] = codes;
  return codes.size === 1 && only !== undefined ? only : exitCodes.partial;
}

function messageOf(translator: Translator, error: unknown): string {
  if (error instanceof CliError) return translator.t(error.text.key, error.text.params);
  if (error instanceof InterruptedError) return translator.t(`cli.errors.${error.exit}`);
  const text = errorMessage(translator, error);
  // For an unknown error, the cause is the only clue.
  const isUnknown = !(error instanceof AppError) && text === translator.t('errors.internal');
  return isUnknown && error instanceof Error && error.message !== '' ? `${text} (${error.message})` : text;
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
  if (error instanceof Error && error.name === 'NetworkError') return 'network';
  return (error instanceof Error && systemCodeOf(error)) || 'internal';
}

function detailsOf(translator: Translator, error: unknown): Readonly<Record<string, unknown>> {
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
  return failures ? { failures: failures.map((failure) => listFailure(translator, failure)) } : {};
}

/** The failures after the first, which the message already names. */
function listFailures(translator: Translator, failures: readonly FileFailure[]): string[] {
  // An unreachable server is reported once, not for each file.
  const own = failures.slice(1).filter((failure) => exitCodeOfError(failure.error) !== exitCodes.unavailable);
  return shortList(translator, own, {
    describe: ({ path, error }) => `${forTerminal(path)}: ${forLine(messageOf(translator, error))}`,
  });
}

function listFailure(translator: Translator, { path, error }: FileFailure) {
  return { path, code: codeOf(error), message: messageOf(translator, error) };
}

function systemCodeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function forLine(text: string): string {
  return text.split('\n').map(forTerminal).join('; ');
}

/** Unlike `instanceof`, keeps the code typed. */
function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}
