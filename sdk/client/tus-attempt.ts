import type { DetailedError, HttpRequest, HttpResponse, Upload, UploadOptions } from 'tus-js-client';
import { nameOfPath } from '../contract/paths.ts';
import { errorFromAnswer } from './answer.ts';
import { readRetryAfter } from './backoff.ts';
import { clientHeaders, NetworkError, parseJson } from './transport.ts';
import type { UploadDeps } from './upload-deps.ts';
import type { FileSource } from './upload-types.ts';

/**
 * Files up to this size travel in the request that creates them. Larger ones are created first: a broken connection
 * then costs at most the bytes that were on their way, because the address to go on at is known.
 */
const inlineBytes = 4_000_000;

/** The share to upload to. */
export interface UploadTarget {
  shareId: string;
  uploadToken: string;
  /** Bytes of one request. */
  chunkSize: number;
}

export interface Attempt {
  target: UploadTarget;
  source: FileSource;
  /** Where an earlier attempt created the upload. */
  url: string | undefined;
  /** Stops the attempt. */
  signal: AbortSignal;
  onUrl(url: string): void;
  /** The server said that it has this many bytes. */
  onAcknowledged(offset: number): void;
  /** This many bytes are on the server or on their way. */
  onSent(bytes: number): void;
}

export type AttemptOutcome =
  | { result: 'finished' }
  | { result: 'aborted' }
  /** `pause`: milliseconds the server asks to wait. */
  | { result: 'failed'; error: Error; pause: number };

/** Uploads one file, or its rest, without repeating anything. Never rejects. */
export async function attemptUpload(
  deps: UploadDeps,
  attempt: Attempt,
  stallAfter: number,
): Promise<AttemptOutcome> {
  const { signal } = attempt;
  // Loaded with the first upload: pages that only show a share do without.
  const tus = await import('tus-js-client');
  if (signal.aborted) return { result: 'aborted' };
  return new Promise((resolve) => {
    let stallTimer = setTimeout(handleStall, stallAfter);
    const upload: Upload = new tus.Upload(
      // The reader below knows the file; the library only insists on something.
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
  const { source, target } = attempt;
  return {
    endpoint: `${deps.baseUrl}/api/uploads`,
    uploadUrl: attempt.url ?? null,
    chunkSize: target.chunkSize,
    retryDelays: null,
    metadata: toMetadata(source, target),
    headers: { ...clientHeaders, authorization: `Bearer ${target.uploadToken}` },
    uploadDataDuringCreation: source.size > 0 && source.size <= inlineBytes,
    storeFingerprintForResuming: false,
    fingerprint: () => Promise.resolve(source.fingerprint),
    fileReader: { openFile: async () => toTusSource(source) },
    ...(deps.httpStack && { httpStack: deps.httpStack }),
    onUploadUrlAvailable: events.onUrl,
    onProgress: (sent) => {
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

function toMetadata(source: FileSource, target: UploadTarget): Record<string, string> {
  return {
    shareId: target.shareId,
    filename: nameOfPath(source.path),
    relativePath: source.path,
    ...(source.lastModified !== undefined && {
      lastModified: String(Math.max(0, Math.trunc(source.lastModified))),
    }),
    // The share is ours alone: a file of this path can only be left from a creation whose answer was lost.
    replace: 'true',
  };
}

function toTusSource(source: FileSource) {
  return {
    size: source.size,
    slice: async (start: number, end: number) => {
      const content = source.open(start, end);
      const value = content instanceof Blob ? content : { size: end - start, chunks: content };
      return { value, done: end >= source.size };
    },
    close: () => {},
  };
}

/**
 * tus-js-client takes every refused HEAD for a lost upload and begins again with the first byte. That is right when the
 * upload is gone; a server that restarts, or a proxy without one, must not cost the bytes that are there.
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
  // Browsers give an event, no error, when a connection breaks.
  return { error: cause instanceof Error ? cause : new NetworkError(error.message, { cause }), pause: 0 };
}

/** Tells the server that an upload is given up; when that fails, it finds out by itself after a day. */
export async function terminateUpload(deps: UploadDeps, url: string, uploadToken: string): Promise<void> {
  const { Upload } = await import('tus-js-client');
  await Upload.terminate(url, {
    headers: { ...clientHeaders, authorization: `Bearer ${uploadToken}` },
    retryDelays: [500, 2000],
    ...(deps.httpStack && { httpStack: deps.httpStack }),
  }).catch(deps.onWarning);
}
