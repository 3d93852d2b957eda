import { defaultOptions, type HttpResponse } from 'tus-js-client';
import { clientHeaders, NetworkError } from '../core/transport.ts';
import type { UploadDeps } from './deps.ts';
import type { AttemptFailure } from './retry.ts';
import type { UploadTarget } from './tus-attempt.ts';

interface PlainRequest {
  method: 'OPTIONS' | 'POST';
  headers?: Readonly<Record<string, string>>;
  /** Only with an `httpStack`. */
  body?: { size: number; read(): AsyncIterable<Uint8Array> | Iterable<Uint8Array> | Blob };
  /** Milliseconds without progress after which the connection has stalled. */
  stallAfter: number;
  signal: AbortSignal;
  /** This many bytes of the body are on their way. */
  onSent?(bytes: number): void;
}

/** Sends one request to the address of uploads, without the state machine of tus-js-client. Never rejects. */
export async function sendPlain(
  { httpStack = defaultOptions.httpStack, baseUrl }: Pick<UploadDeps, 'httpStack' | 'baseUrl'>,
  { method, headers = {}, body, stallAfter, signal, onSent }: PlainRequest,
): Promise<{ result: 'answered'; response: HttpResponse } | AttemptFailure> {
  if (signal.aborted) return { result: 'aborted' };
  const request = httpStack.createRequest(method, `${baseUrl}/api/uploads`);
  for (const [name, value] of Object.entries({ ...clientHeaders, ...headers })) {
    request.setHeader(name, value);
  }
  return new Promise((resolve) => {
    let stallTimer = setTimeout(handleStall, stallAfter);
    signal.addEventListener('abort', handleAbort, { once: true });
    request.setProgressHandler((bytes) => {
      if (signal.aborted) return;
      clearTimeout(stallTimer);
      stallTimer = setTimeout(handleStall, stallAfter);
      onSent?.(bytes);
    });
    send().then(
      (response) => settle({ result: 'answered', response }),
      (error: unknown) => settle({ result: 'failed', error: toError(error), pause: 0 }),
    );

    async function send(): Promise<HttpResponse> {
      return request.send(body && { size: body.size, chunks: body.read() });
    }
    function settle(outcome: { result: 'answered'; response: HttpResponse } | AttemptFailure) {
      clearTimeout(stallTimer);
      signal.removeEventListener('abort', handleAbort);
      resolve(outcome);
    }
    function handleStall() {
      settle({ result: 'failed', error: new NetworkError('The connection stalled.'), pause: 0 });
      void request.abort();
    }
    function handleAbort() {
      settle({ result: 'aborted' });
      void request.abort();
    }
  });
}

/** Browsers report a broken connection as an event, not as an error. */
function toError(error: unknown): Error {
  return error instanceof Error ? error : new NetworkError('The connection broke.', { cause: error });
}

const encoder = new TextEncoder();

/** The headers of a creation; the metadata has keys, each with its UTF-8 value in Base64 (tus creation). */
export function creationHeaders(
  { shareId, uploadToken }: UploadTarget,
  metadata: Readonly<Record<string, string>>,
): Record<string, string> {
  const encoded = Object.entries({ shareId, ...metadata, replace: 'true' }).map(
    ([key, value]) => `${key} ${btoa(String.fromCharCode(...encoder.encode(value)))}`,
  );
  return {
    'Tus-Resumable': '1.0.0',
    'Upload-Metadata': encoded.join(','),
    authorization: `Bearer ${uploadToken}`,
  };
}
