import { errors } from 'undici';
import { NetworkError } from '../transport.ts';

/**
 * What a failed exchange means to the caller: everything but our own mistakes and the caller's wish to stop is a broken
 * connection.
 *
 * @throws the reason of the signal when it was aborted
 */
export function toTransportError(error: unknown, signal: AbortSignal | undefined): Error {
  signal?.throwIfAborted();
  if (!(error instanceof Error)) return new NetworkError(String(error));
  if (error instanceof NetworkError || error instanceof errors.InvalidArgumentError) return error;
  return new NetworkError(readMessage(error), { cause: error });
}

/** A host with several addresses fails with one error for each of them and no message of its own. */
function readMessage(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message || (first instanceof Error ? first.message : error.name);
}
