import type { ErrorCode, FieldIssue, ParamValue } from '../contract/errors.ts';
import { formatBytes, formatDateTime, formatDuration } from './format.ts';
import type { MessageParams, Translator } from './translate.ts';

/** The fields of an error that are used. The classes are not imported, so that this works in every part. */
interface ErrorLike {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  params?: Readonly<Record<string, ParamValue>>;
  issues?: readonly FieldIssue[];
  failures?: readonly { path: string; error: unknown }[];
  server?: unknown;
  folder?: unknown;
  lacking?: unknown;
}

/** Formats of parameters; all others are inserted unchanged. */
const paramFormats: {
  readonly [C in ErrorCode]?: Readonly<
    Record<string, 'bytes' | 'certificate' | 'date' | 'duration' | 'path' | 'provider'>
  >;
} = {
  body_too_large: { limit: 'bytes' },
  too_many_requests: { seconds: 'duration' },
  overloaded: { seconds: 'duration' },
  share_too_large: { maxSize: 'bytes' },
  quota_exceeded: { quota: 'bytes' },
  share_expiration_too_late: { max: 'date' },
  file_path_invalid: { problem: 'path' },
  server_certificate: { problem: 'certificate' },
  password_managed: { source: 'provider' },
  oauth_unavailable: { provider: 'provider' },
  oauth_linked: { provider: 'provider' },
  oauth_not_linked: { provider: 'provider' },
  last_sign_in_method: { provider: 'provider' },
};

/** Where the texts of a `problem` are; `validation` by default. */
const problemGroups: Readonly<Record<string, string>> = { path: 'paths', certificate: 'certificates' };

/** Errors that can name several fields, each with its problem. */
const namesFields: ReadonlySet<string> = new Set<ErrorCode>(['validation_failed', 'config_invalid']);

/** Errors without a code of the catalogue, by the name of their class. */
const namedErrors = {
  NetworkError: 'client.network',
  AbortError: 'client.cancelled',
  FileChangedError: 'client.local_changed',
  NotReadableError: 'client.local_changed',
  NotFoundError: 'client.local_changed',
  UnsafeTargetError: 'client.local_unsafe',
} as const;

/** The text of an error for people: its message and, on a separate line, its hint if there is one. */
export function describeError(translator: Translator, error: unknown): string {
  const hint = errorHint(translator, error);
  const message = errorMessage(translator, error);
  return hint === undefined ? message : `${message}\n${hint}`;
}

/** Explains an error of the catalogue or says what to do next. Not every error has such a text. */
export function errorHint({ t, has }: Translator, error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { name, code }: ErrorLike = error;
  const key = `hints.${name === 'AppError' ? String(code) : ''}`;
  return has(key) ? t(key) : undefined;
}

/**
 * What happened, in one sentence: errors of the catalogue with their parameters in the reader's format, broken
 * connections, cancelled work, local files. Whatever else it is becomes "An unknown error occurred"; what a file system
 * refuses, which browsers do not report, is in the words of `describeSystemError`.
 */
export function errorMessage(translator: Translator, error: unknown): string {
  if (typeof error !== 'object' || error === null) return translator.t('errors.internal');
  const { name, code, server, failures }: ErrorLike = error;
  if (name === 'AppError' && typeof code === 'string') return describeAppError(translator, code, error);
  if (failures) return describeFailures(translator, failures);
  if (name === 'DiskFullError') return describeFullDisk(translator, error);
  if (name === 'NetworkError' && typeof server === 'string') {
    return translator.t('client.network_at', { server });
  }
  if (typeof name === 'string' && isKeyOf(namedErrors, name)) return translator.t(namedErrors[name]);
  return translator.t('errors.internal');
}

function describeFullDisk({ t, formatLocale }: Translator, { folder, lacking }: ErrorLike): string {
  const bytes = formatBytes(formatLocale, typeof lacking === 'number' ? lacking : 0);
  return t('client.local_full_by', { folder: typeof folder === 'string' ? folder : '', bytes });
}

/** The text of what is wrong with one field of a form or request. */
export function describeIssue(translator: Translator, issue: Pick<FieldIssue, 'code' | 'params'>): string {
  const key = `validation.${issue.code}`;
  return translator.t(translator.has(key) ? key : 'validation.invalid', issue.params);
}

function describeAppError(translator: Translator, code: string, error: ErrorLike): string {
  const key = `errors.${code}`;
  if (!translator.has(key)) return translator.t('errors.internal');
  if (namesFields.has(code) && error.issues && error.issues.length > 0) {
    return error.issues.map((issue) => describeField(translator, issue)).join('\n');
  }
  // A server of another version, or a proxy, may leave them out.
  if (namesFields.has(code) && error.params?.problem === undefined) return translator.t('validation.invalid');
  return translator.t(key, formatParams(translator, code, error.params ?? {}));
}

function describeField(translator: Translator, issue: FieldIssue): string {
  const problem = describeIssue(translator, issue);
  return issue.field === ''
    ? problem
    : translator.t('errors.validation_failed', { field: issue.field, problem });
}

function formatParams(translator: Translator, code: string, params: MessageParams): MessageParams {
  const formats = isKeyOf(paramFormats, code) ? paramFormats[code] : undefined;
  const entries = Object.entries(params).map(([name, value]): [string, string | number] => {
    const format = formats?.[name];
    if (format === 'bytes') return [name, formatBytes(translator.formatLocale, Number(value))];
    if (format === 'date') return [name, formatDateTime(translator.formatLocale, String(value))];
    if (format === 'duration') return [name, formatDuration(translator.formatLocale, Number(value))];
    if (format === 'provider') return [name, nameOfProvider(translator, String(value))];
    const key = `${problemGroups[format ?? ''] ?? 'validation'}.${value}`;
    // `problem` is a code of its group; any other text is kept.
    return [name, name === 'problem' && translator.has(key) ? translator.t(key) : value];
  });
  return Object.fromEntries(entries);
}

function nameOfProvider({ has, t }: Translator, provider: string): string {
  const key = `oauth.providers.${provider}`;
  return has(key) ? t(key) : provider;
}

function describeFailures(
  translator: Translator,
  failures: readonly { path: string; error: unknown }[],
): string {
  const [first] = failures;
  if (!first) return translator.t('errors.internal');
  return translator.t('client.files_failed', {
    count: failures.length,
    path: first.path,
    problem: errorMessage(translator, first.error),
  });
}

function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
