import {
  clientHeaders,
  NetworkError,
  parseJson,
  type Transport,
  type TransportResponse,
} from '../core/transport.ts';

/** Sends requests with the browser's fetch; the session is in its cookies. */
export function createFetchTransport(baseUrl: string): Transport {
  return {
    async send({ method, path, headers, body, file, signal }) {
      try {
        const response = await fetch(baseUrl + path, {
          method,
          headers: {
            accept: 'application/json',
            ...clientHeaders,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(file && { body: toForm(file) }),
          credentials: 'same-origin',
          cache: 'no-store',
          signal: signal ?? null,
        });
        return toTransportResponse(response);
      } catch (error) {
        signal?.throwIfAborted();
        throw new NetworkError('The server could not be reached.', { cause: error });
      }
    },
  };
}

function toForm(file: Blob): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

function toTransportResponse(response: Response): TransportResponse {
  let text: Promise<string> | undefined;
  return {
    status: response.status,
    header: (name) =>
      // Fetch follows redirections, and tells where they led.
      response.redirected && name === 'location' ? response.url : response.headers.get(name),
    async json() {
      text ??= response.text();
      try {
        return parseJson(await text);
      } catch (error) {
        throw new NetworkError('The connection broke off.', { cause: error });
      }
    },
    stream: () => response.body ?? new Blob([]).stream(),
  };
}
