import type { HttpResponse } from 'tus-js-client';
import { errorFromAnswer } from '../core/answer.ts';
import { readRetryAfter } from '../core/backoff.ts';
import { NetworkError, parseJson } from '../core/transport.ts';
import type { UploadDeps } from './deps.ts';
import { creationHeaders, sendPlain } from './plain-request.ts';
import type { Attempt, AttemptOutcome } from './tus-attempt.ts';

/**
 * Sends small content in the request that creates the upload (tus creation-with-upload), without the state machine of
 * tus-js-client, which costs more than the file. After a broken connection, the next attempt sends the rest. Never
 * rejects.
 */
export async function attemptSingle(
  deps: UploadDeps,
  attempt: Attempt,
  stallAfter: number,
): Promise<AttemptOutcome> {
  const { signal, content, target } = attempt;
  const outcome = await sendPlain(deps, {
    method: 'POST',
    headers: {
      ...creationHeaders(target, content.metadata),
      'Upload-Length': String(content.size),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: { size: content.size, read: () => readContent(attempt) },
    stallAfter,
    signal,
    onSent: (bytes) => attempt.onSent(bytes),
  });
  return outcome.result === 'answered' ? readAnswer(outcome.response, deps, attempt) : outcome;
}

function readContent({ content }: Attempt): AsyncIterable<Uint8Array> | Iterable<Uint8Array> | Blob {
  const bytes = content.open(0, content.size);
  return bytes instanceof Uint8Array ? [bytes] : bytes;
}

function readAnswer(response: HttpResponse, { baseUrl }: UploadDeps, attempt: Attempt): AttemptOutcome {
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
