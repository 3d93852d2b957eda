import {
  type DetailedError,
  type HttpRequest,
  type HttpResponse,
  Upload,
  type UploadOptions,
} from 'tus-js-client';
import { AppError } from '../../contract/errors.ts';
import { errorFromAnswer } from '../core/answer.ts';
import { readRetryAfter } from '../core/backoff.ts';
import { clientHeaders, NetworkError, parseJson } from '../core/transport.ts';
import type { UploadContent } from './content.ts';
import type { UploadDeps } from './deps.ts';
import type { AttemptFailure } from './retry.ts';
import { attemptSingle } from './single-attempt.ts';
import { chooseChunkSize, toTusSource } from './tus-source.ts';

/** The share to upload to. */
export interface UploadTarget {
  shareId: string;
  uploadToken: string;
  /** Bytes of one request. */
  chunkSize: number;
}

export interface Attempt {
  target: UploadTarget;
  content: UploadContent;
  /** Address of the upload that an earlier attempt created. */
  url: string | undefined;
  /** Stops the attempt. */
  signal: AbortSignal;
  onUrl(url: string): void;
  /** The server said that it has this many bytes. */
  onAcknowledged(offset: number): void;
  /** This many bytes are on the server or on their way. */
  onSent(bytes: number): void;
}

export type AttemptOutcome = { result: 'finished' } | AttemptFailure;

/** Contents up to this size are sent without tus-js-client. */
const singleBytes = 256 * 1024;

/** Uploads one content, or the rest of it, in a single attempt. Never rejects. */
export async function attemptUpload(
  deps: UploadDeps,
  attempt: Attempt,
  stallAfter: number,
): Promise<AttemptOutcome> {
  const { signal, content } = attempt;
  if (signal.aborted) return { result: 'aborted' };
  // At a limited rate, even small content may take longer than a request without progress may.
  const isSingle = content.isInline && content.size <= singleBytes && attempt.url === undefined;
  if (deps.httpStack && isSingle && !deps.rateLimit) {
    return attemptSingle(deps, attempt, stallAfter);
  }
  return new Promise((resolve) => {
    let stallTimer = setTimeout(handleStall, stallAfter);
    const upload: Upload = new Upload(
      // The reader below provides the content; the library only requires a value.
      new Blob([]),
      toTusOptions(deps, attempt, {
        onActivity: restartStallTimer,
        onUrl: () => upload.url && attempt.onUrl(upload.url),
        onSuccess: () => settle({ result: 'finished' }),
        onError: (error) => settle({ result: 'failed', ...readTusError(error) }),
      }),
    );
    signal.addEventListener('abort', handleAbort, { once: true });
    upload.start();

    function settle(outcome: AttemptOutcome) {
      clearTimeout(stallTimer);
      signal.removeEventListener('abort', handleAbort);
      resolve(outcome);
    }
    function restartStallTimer() {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(handleStall, stallAfter);
    }
    function handleStall() {
      void upload.abort();
      settle({ result: 'failed', error: new NetworkError('The connection stalled.'), pause: 0 });
    }
    function handleAbort() {
      void upload.abort();
      settle({ result: 'aborted' });
    }
  });
}

interface TusEvents {
  onActivity(): void;
  onUrl(): void;
  onSuccess(): void;
  onError(error: Error | DetailedError): void;
}

function toTusOptions(deps: UploadDeps, attempt: Attempt, events: TusEvents): UploadOptions {
  const { content, target } = attempt;
  return {
    endpoint: `${deps.baseUrl}/api/uploads`,
    uploadUrl: attempt.url ?? null,
    chunkSize: chooseChunkSize(deps, target),
    retryDelays: null,
    // Nobody else uploads to the share: a file that already exists can only be from a creation whose response was lost.
    metadata: { shareId: target.shareId, ...content.metadata, replace: 'true' },
    headers: { ...clientHeaders, ...content.headers, authorization: `Bearer ${target.uploadToken}` },
    uploadDataDuringCreation: content.isInline,
    uploadLengthDeferred: content.readStream !== undefined,
    storeFingerprintForResuming: false,
    fingerprint: async () => '',
    fileReader: { openFile: async () => toTusSource(attempt, deps, events.onActivity) },
    ...(deps.httpStack && { httpStack: deps.httpStack }),
    onUploadUrlAvailable: events.onUrl,
    onProgress: (sent) => {
      if (attempt.signal.aborted) return;
      events.onActivity();
      attempt.onSent(sent);
    },
    onChunkComplete: (_size, accepted) => attempt.onAcknowledged(accepted),
    onAfterResponse: (request, response) => {
      events.onActivity();
      checkOffsetAnswer(request, response, attempt);
    },
    onSuccess: events.onSuccess,
    onError: events.onError,
  };
}

/**
 * tus-js-client treats every refused HEAD as a lost upload and starts again from the first byte. That is right if the
 * upload no longer exists, but a restarting server, or a proxy without a server, must not cost the bytes already sent.
 */
function checkOffsetAnswer(request: HttpRequest, response: HttpResponse, attempt: Attempt): void {
  if (request.getMethod() !== 'HEAD') return;
  const status = response.getStatus();
  if (status < 300) {
    const offset = Number(response.getHeader('Upload-Offset'));
    if (Number.isSafeInteger(offset)) attempt.onAcknowledged(offset);
    return;
  }
  if (status !== 404 && status !== 410) throw errorFromAnswer({ status, body: undefined });
}

function readTusError(error: Error | DetailedError): { error: Error; pause: number } {
  if (!('originalRequest' in error)) return { error, pause: 0 };
  const response = error.originalResponse;
  if (response) {
    const answer = { status: response.getStatus(), body: parseJson(response.getBody() ?? '') };
    // A success without the headers of tus came from something between us and the server.
    const reason = answer.status < 300 ? new NetworkError(error.message) : errorFromAnswer(answer);
    return { error: reason, pause: readRetryAfter(response.getHeader('Retry-After')) };
  }
  const cause: unknown = error.causingError;
  // Browsers report a broken connection as an event, not as an error.
  return { error: cause instanceof Error ? cause : new NetworkError(error.message, { cause }), pause: 0 };
}

/**
 * Tells the server that an upload is given up; if that fails, the server deletes it after a day. `finished`: nothing was
 * given up, because the upload is a file already.
 */
export async function terminateUpload(
  deps: UploadDeps,
  url: string,
  uploadToken: string,
): Promise<'given-up' | 'finished'> {
  try {
    return await requestTermination(deps, url, uploadToken);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    deps.onWarning(error);
    return 'given-up';
  }
}

/**
 * The same, for callers that handle a failure themselves.
 *
 * @throws NetworkError or AppError when the server was not told, or refuses
 */
export async function requestTermination(
  deps: UploadDeps,
  url: string,
  uploadToken: string,
): Promise<'given-up' | 'finished'> {
  try {
    await Upload.terminate(url, {
      headers: { ...clientHeaders, authorization: `Bearer ${uploadToken}` },
      retryDelays: [500, 2000],
      ...(deps.httpStack && { httpStack: deps.httpStack }),
    });
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    const { error } = readTusError(thrown);
    const code = error instanceof AppError ? error.code : undefined;
    if (code === 'upload_finished') return 'finished';
    if (code !== 'upload_not_found') throw error;
  }
  return 'given-up';
}
