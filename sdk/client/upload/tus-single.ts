import type { HttpResponse, HttpStack } from 'tus-js-client';
import { errorFromAnswer } from '../core/answer.ts';
import { readRetryAfter } from '../core/backoff.ts';
import { clientHeaders, NetworkError, parseJson } from '../core/transport.ts';
import type { UploadDeps } from './deps.ts';
import type { Attempt, AttemptOutcome } from './tus-attempt.ts';

/** Contents up to this size are sent by a request of our own. */
export const singleBytes = 256 * 1024;

interface Single {
  deps: UploadDeps;
  attempt: Attempt;
  /** Milliseconds. */
  stallAfter: number;
}

/**
 * A small content in the one request that creates it (tus creation-with-upload), without the state machine of
 * tus-js-client, which costs more than the file. What remains after a break is for the next attempt. Never rejects.
 */
export async function attemptSingle(
  stack: HttpStack,
  { deps, attempt, stallAfter }: Single,
): Promise<AttemptOutcome> {
  const { signal, content, target } = attempt;
  const request = stack.createRequest('POST', `${deps.baseUrl}/api/uploads`);
  const headers = {
    ...clientHeaders,
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(content.size),
    'Upload-Metadata': encodeMetadata({ shareId: target.shareId, ...content.metadata, replace: 'true' }),
    'Content-Type': 'application/offset+octet-stream',
    authorization: `Bearer ${target.uploadToken}`,
  };
  for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
  request.setProgressHandler((sent) => {
    if (!signal.aborted) attempt.onSent(sent);
  });
  let isStalled = false;
  const stop = () => void request.abort();
  const stallTimer = setTimeout(() => {
    isStalled = true;
    stop();
  }, stallAfter);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const part = content.open(0, content.size);
    const chunks = part instanceof Uint8Array ? [part] : part;
    return readAnswer(await request.send({ size: content.size, chunks }), attempt, deps.baseUrl);
  } catch (error) {
    if (signal.aborted) return { result: 'aborted' };
    const reason = error instanceof Error ? error : new NetworkError(String(error));
    return {
      result: 'failed',
      error: isStalled ? new NetworkError('The connection stalled.', { cause: error }) : reason,
      pause: 0,
    };
  } finally {
    clearTimeout(stallTimer);
    signal.removeEventListener('abort', stop);
  }
}

function readAnswer(response: HttpResponse, attempt: Attempt, baseUrl: string): AttemptOutcome {
  const status = response.getStatus();
  const pause = readRetryAfter(response.getHeader('Retry-After'));
  if (status >= 300) {
    const error = errorFromAnswer({ status, body: parseJson(response.getBody() ?? '') });
    return { result: 'failed', error, pause };
  }
  const location = response.getHeader('Location');
  const offset = Number(response.getHeader('Upload-Offset') ?? Number.NaN);
  if (location && Number.isSafeInteger(offset)) {
    attempt.onUrl(new URL(location, baseUrl).href);
    attempt.onAcknowledged(offset);
    if (offset === attempt.content.size) return { result: 'finished' };
  }
  // A success without the headers of tus came from something between us and the server.
  return { result: 'failed', error: new NetworkError('The server did not take the whole file.'), pause };
}

const encoder = new TextEncoder();

/** tus creation: keys, each with its value in Base64 of UTF-8. */
function encodeMetadata(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${btoa(String.fromCharCode(...encoder.encode(value)))}`)
    .join(',');
}
