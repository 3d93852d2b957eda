import { errors } from 'undici';
import { AppError } from '../../contract/errors.ts';
import { certificateProblemOf, isAnsweredWithoutTls } from '../../contract/formats/certificate-problems.ts';
import { NetworkError } from '../core/transport.ts';

interface FailedRequest {
  /** URL of the request. */
  url: string;
  signal?: AbortSignal | undefined;
}

/**
 * Converts the error of a failed request. Everything is a broken connection, except programming errors, an abort by the
 * caller, and problems that a retry cannot solve.
 *
 * @throws the reason of the signal when it was aborted
 */
export function toTransportError(error: unknown, { url, signal }: FailedRequest): Error {
  signal?.throwIfAborted();
  const server = new URL(url).origin;
  if (!(error instanceof Error)) return new NetworkError(String(error), { server });
  if (error instanceof NetworkError || error instanceof errors.InvalidArgumentError) return error;
  return explainTls(error) ?? new NetworkError(readMessage(error), { cause: error, server });
}

/** Explains TLS errors that a retry cannot solve, because somebody has to fix their cause. */
function explainTls(error: Error): AppError | undefined {
  const problem = certificateProblemOf(error);
  if (problem) return new AppError('server_certificate', { problem }, { cause: error });
  return isAnsweredWithoutTls(error)
    ? new AppError('server_not_https', undefined, { cause: error })
    : undefined;
}

/** Reads the message of an error. A host with several addresses fails with one error per address and no message. */
function readMessage(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message || (first instanceof Error ? first.message : error.name);
}
