import { AppError, type ErrorBody, isRetryable } from '#sdk/contract/errors.js';
import { errorHint, errorMessage } from '#sdk/i18n/describe-error.js';
import { isDatabaseUnavailable, isDiskFull } from '../db/dialect.ts';
import { english } from '../english.ts';
import type { Context, Middleware } from './context.ts';
import { isPut, prefersText, sendLine } from './put-answers.ts';

const keyChallenge = 'Basic realm="API key", charset="UTF-8"';

/** Headers that an answer keeps when it becomes an error. */
const keptHeaders = ['content-range'];

/** Turns errors into answers, and is the only place that does. Errors outside the catalogue appear only in the log. */
export const errorBoundary: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (isClientGone(ctx, error)) {
      ctx.state.logger.debug({ err: error }, 'client went away');
      ctx.respond = false;
      ctx.res.destroy();
      return;
    }
    const known = toAppError(error);
    // Requests of strangers to a fresh instance are not failures.
    if (known.status >= 500 && !isRetryable(known.code) && known.code !== 'setup_required') {
      ctx.state.logger.error({ err: error }, 'request failed');
    } else if (isDatabaseUnavailable(error)) {
      ctx.state.logger.warn({ err: error }, 'the database is unavailable');
    }
    answer(ctx, known);
  }
};

/** Builds the body of an error answer. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const hint = errorHint(english, error);
  const hasParams = Object.keys(error.params).length > 0;
  return {
    error: error.code,
    message: errorMessage(english, error),
    ...(hint !== undefined && { hint }),
    ...(hasParams && { params: error.params }),
    ...(error.issues.length > 0 && { issues: error.issues }),
    requestId,
  };
}

/** The disk of the files is full. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** The process has no file descriptors left. */
const exhaustedCodes: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);

/** Converts anything thrown to an error of the catalogue. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (fullCodes.has(code) || isDiskFull(error))
    return new AppError('storage_full', undefined, { cause: error });
  // Running requests will end and free some, and a database server comes back.
  if (exhaustedCodes.has(code) || isDatabaseUnavailable(error))
    return new AppError('overloaded', { seconds: 5 }, { cause: error });
  if (code === 'S3_UNAVAILABLE') return new AppError('storage_unavailable', undefined, { cause: error });
  if (error instanceof URIError) return new AppError('malformed_request', undefined, { cause: error });
  if (error instanceof Error && 'status' in error && error.status === 400) {
    return new AppError('malformed_request', undefined, { cause: error });
  }
  return new AppError('internal', undefined, { cause: error });
}

function answer(ctx: Context, error: AppError): void {
  if (ctx.res.headersSent) {
    // It is too late for a clear answer: a broken connection is better than a short success.
    ctx.respond = false;
    ctx.res.destroy();
    return;
  }
  for (const name of ctx.res.getHeaderNames()) {
    if (name.startsWith('content-') && !name.startsWith('content-security') && !keptHeaders.includes(name)) {
      ctx.remove(name);
    }
  }
  ctx.respond = true;
  ctx.status = error.status;
  ctx.set('Cache-Control', 'no-store');
  if (isRetryable(error.code)) ctx.set('Retry-After', String(error.params.seconds ?? 5));
  // Some programs send their key only when they are asked (RFC 7617).
  if (isPut(ctx) && error.status === 401) ctx.set('WWW-Authenticate', keyChallenge);
  const body = errorBody(error, ctx.state.requestId);
  if (prefersText(ctx)) {
    sendLine(ctx, [body.message, body.hint].join(' ').trim());
    return;
  }
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(body);
}

function isClientGone(ctx: Context, error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isConnectionError = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'].includes(
    String(code),
  );
  return isConnectionError && (ctx.req.destroyed || ctx.res.destroyed);
}
