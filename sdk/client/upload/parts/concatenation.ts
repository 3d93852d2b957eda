import { errorFromAnswer } from '../../core/answer.ts';
import { readRetryAfter } from '../../core/backoff.ts';
import { NetworkError, parseJson } from '../../core/transport.ts';
import { toFileContent } from '../content.ts';
import type { UploadDeps } from '../deps.ts';
import { addressesOf, type UploadEntry } from '../entries.ts';
import { creationHeaders, sendPlain } from '../plain-request.ts';
import { retryPolicyOf } from '../retry.ts';
import type { AttemptOutcome, UploadTarget } from '../tus-attempt.ts';

/** Milliseconds. The file waits for the answer. */
const longestQuestion = 10_000;

/**
 * Asks what the server supports.
 *
 * @throws the reason why there was no answer
 */
export async function supportsConcatenation(deps: UploadDeps, signal: AbortSignal): Promise<boolean> {
  const stallAfter = Math.min(retryPolicyOf(deps).stallAfter, longestQuestion);
  const startedAt = performance.now();
  const outcome = await sendPlain(deps, { method: 'OPTIONS', stallAfter, signal });
  if (outcome.result === 'aborted') throw signal.reason;
  if (outcome.result === 'failed') throw outcome.error;
  deps.roundTrips?.add(performance.now() - startedAt);
  const extensions = outcome.response.getHeader('Tus-Extension') ?? '';
  return extensions.split(',').some((name) => name.trim() === 'concatenation');
}

interface JoinInit {
  target: UploadTarget;
  signal: AbortSignal;
  stallAfter: number;
}

/**
 * Makes a file of its parts, which are all on the server. A server that has done so already gives the same answer.
 */
export async function attemptJoin(
  deps: UploadDeps,
  entry: UploadEntry,
  { target, signal, stallAfter }: JoinInit,
): Promise<AttemptOutcome> {
  const paths = addressesOf(entry).map((url) => new URL(url).pathname);
  if (paths.length !== entry.parts?.length) throw new Error('a part without an address');
  const outcome = await sendPlain(deps, {
    method: 'POST',
    headers: {
      ...creationHeaders(target, toFileContent(entry.source).metadata),
      'Upload-Concat': `final;${paths.join(' ')}`,
    },
    stallAfter,
    signal,
  });
  if (outcome.result !== 'answered') return outcome;
  const { response } = outcome;
  const status = response.getStatus();
  if (status === 201 && response.getHeader('Location')) return { result: 'finished' };
  // A success without the headers of tus came from something between us and the server.
  const error =
    status < 300
      ? new NetworkError('The server did not take the whole file.')
      : errorFromAnswer({ status, body: parseJson(response.getBody() ?? '') });
  return { result: 'failed', error, pause: readRetryAfter(response.getHeader('Retry-After')) };
}
