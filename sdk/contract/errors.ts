import { type ErrorSpec, errorCatalogue, exitCodes } from './errors/catalogue.ts';
import type { FieldIssue } from './formats/field-issue.ts';

export * from './errors/catalogue.ts';
export * from './formats/field-issue.ts';

/** A code of the error reference, which programs check. */
export type ErrorCode = keyof typeof errorCatalogue;

/** A value in the text of an error. */
export type ParamValue = string | number;

/** The parameters of an error: exactly the names its row lists. */
export type ErrorParams<C extends ErrorCode> = (typeof errorCatalogue)[C] extends {
  params: readonly (infer P extends string)[];
}
  ? Record<P, ParamValue>
  : Record<never, never>;

type AppErrorArgs<C extends ErrorCode> = (typeof errorCatalogue)[C] extends { params: readonly string[] }
  ? [params: ErrorParams<C>, extras?: AppErrorExtras]
  : [params?: undefined, extras?: AppErrorExtras];

/** Errors that every endpoint can return in addition to those it declares. */
export const commonErrors = [
  'validation_failed',
  'malformed_request',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'body_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'too_many_requests',
  'headers_too_large',
  'cross_site_request',
  'address_unknown',
  'internal',
  'overloaded',
  'shutting_down',
  'storage_unavailable',
  'setup_required',
  'sign_in_required',
  'session_expired',
  'forbidden',
  'api_key_invalid',
  'api_key_scope',
  'api_key_refused',
  'totp_setup_required',
] as const satisfies readonly ErrorCode[];

/** The body of every error response. */
export interface ErrorBody {
  error: ErrorCode;
  /** English text. Programs should check `error`; interfaces show their own translation. */
  message: string;
  /** English text that explains the message or says what to do next. */
  hint?: string;
  params?: Record<string, ParamValue>;
  issues?: readonly FieldIssue[];
  /** Identifies the request in the server's log. */
  requestId: string;
}

interface AppErrorExtras {
  cause?: unknown;
  /** The code by default. */
  message?: string | undefined;
  issues?: readonly FieldIssue[];
  requestId?: string | undefined;
}

/**
 * The server refused something, or the SDK found out before asking it: `code` says why. Programs check the code. `message`
 * is the server's English text; it is the code when the error did not come from a server. The server throws the same
 * class.
 *
 * @example
 * try {
 *   await client.openShare(link);
 * } catch (error) {
 *   if (error instanceof AppError && error.code === 'share_removed') console.error('It has expired or was deleted.');
 *   else throw error;
 * }
 */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  /** What went wrong, for programs to check. */
  readonly code: C;
  /** The values in the text of the error, such as `seconds` of `too_many_requests`. */
  readonly params: Record<string, ParamValue>;
  /** The wrong fields of a request, with the code `validation_failed`. */
  readonly issues: readonly FieldIssue[];
  /** Identifies the request in the server's log; undefined when the error did not come from a server. */
  readonly requestId: string | undefined;

  constructor(code: C, ...args: AppErrorArgs<C>) {
    const [params, extras] = args as [params?: Record<string, ParamValue>, extras?: AppErrorExtras];
    super(extras?.message ?? code, extras?.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.params = { ...params };
    this.issues = extras?.issues ?? [];
    this.requestId = extras?.requestId;
  }

  /** HTTP status of the response. */
  get status(): number {
    return errorCatalogue[this.code].status;
  }

  /** Without it, `instanceof` would mean `AppError<any>` to the compiler, and codes would be unchecked. */
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return Function.prototype[Symbol.hasInstance].call(this, value);
  }
}

/** Whether an error is the one with this code. */
export function isAppError<C extends ErrorCode>(error: unknown, code: C): error is AppError<C> {
  return error instanceof AppError && error.code === code;
}

/** True for a code of the catalogue: a newer server may have others. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value);
}

/** True when the same request may succeed later without a change. */
export function isRetryable(code: ErrorCode): boolean {
  const spec: ErrorSpec = errorCatalogue[code];
  return spec.retry === true;
}

/** Returns the exit code of the command line for this error. */
export function exitCodeOf(code: ErrorCode): number {
  return exitCodes[errorCatalogue[code].exit];
}

/** Builds an error from a response body; anything else becomes `internal`. */
export function errorFromBody(body: unknown): AppError {
  if (typeof body !== 'object' || body === null || !('error' in body) || !isErrorCode(body.error)) {
    return new AppError('internal');
  }
  const { message, params, issues, requestId } = body as Partial<ErrorBody>;
  return makeError(body.error, params, { message, issues: issues ?? [], requestId });
}

/** Builds an error whose code is only known at run time. */
export function makeError(
  code: ErrorCode,
  params: Record<string, ParamValue> | undefined,
  extras?: AppErrorExtras,
): AppError {
  const Construct = AppError as new (
    code: ErrorCode,
    params: Record<string, ParamValue> | undefined,
    extras?: AppErrorExtras,
  ) => AppError;
  return new Construct(code, params, extras);
}
