import { randomBytes } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ErrorCode, makeError } from '#sdk/contract/errors.js';
import { errorBody } from './error-boundary.ts';

/** The HTTP parser's codes for errors other than a malformed request. */
const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * Answers bytes that never became a request, and ends their connection. `response` is the answer currently being sent
 * on it.
 */
export function answerClientError(error: Error, socket: Socket, response: ServerResponse | undefined): void {
  const code = 'code' in error ? String(error.code) : '';
  const isBusy = response !== undefined && response.headersSent && !response.writableFinished;
  // In the middle of another answer these bytes would be read as its content.
  if (socket.writable && code !== 'ECONNRESET' && !isBusy) socket.write(rawAnswer(toError(code)));
  socket.destroy();
}

function toError(code: string): AppError {
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new AppError('body_too_large', { limit: 16 * 1024 });
  return makeError(codes[code] ?? 'malformed_request', undefined);
}

function rawAnswer(error: AppError): string {
  const body = JSON.stringify(errorBody(error, randomBytes(8).toString('hex')));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
