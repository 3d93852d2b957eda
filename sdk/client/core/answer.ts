import { AppError, type ErrorCode, errorFromBody, isErrorCode } from '../../contract/errors.ts';
import { NetworkError, type TransportResponse } from './transport.ts';

/** Error codes by status, for responses without an error body: from a proxy, or to a HEAD request. */
const statusErrors: Readonly<
  Record<
    number,
    ErrorCode & ('not_found' | 'forbidden' | 'session_expired' | 'upload_locked' | 'upload_offset_conflict')
  >
> = {
  401: 'session_expired',
  403: 'forbidden',
  404: 'not_found',
  409: 'upload_offset_conflict',
  410: 'not_found',
  423: 'upload_locked',
};

/** The body of an error answer, as far as it is one of ours. */
export function readErrorCode(body: unknown): ErrorCode | undefined {
  const isEnvelope = typeof body === 'object' && body !== null && 'error' in body;
  return isEnvelope && isErrorCode(body.error) ? body.error : undefined;
}

/**
 * The error that an answer of a status from 300 means. A redirection, or a gateway that has no server behind it, is a
 * broken connection.
 */
export function errorFromAnswer(answer: {
  status: number;
  body: unknown;
  location?: string | null;
}): AppError | NetworkError {
  const { status, body, location } = answer;
  if (readErrorCode(body)) return errorFromBody(body);
  if (status < 400)
    return new NetworkError(`The server moved to ${location ?? 'another address'} (${status}).`);
  if (status === 429 || status === 502 || status === 503 || status === 504) {
    return new NetworkError(`Something before the server answered ${status}.`);
  }
  const code = statusErrors[status];
  if (code) return new AppError(code);
  return new AppError('internal', undefined, { cause: new Error(`The answer had the status ${status}.`) });
}

/**
 * The JSON of a successful answer.
 *
 * @throws AppError what the server refused
 * @throws NetworkError when something else than a fileshare server answered
 */
export async function readAnswer(response: TransportResponse, hasBody: boolean): Promise<unknown> {
  const body = await response.json();
  if (response.status >= 300) {
    throw errorFromAnswer({ status: response.status, body, location: response.header('location') });
  }
  if (hasBody && body === undefined) throw new NetworkError('No fileshare server answers at this address.');
  return body;
}
