import { type Dispatcher, FormData, request } from 'undici';
import { clientHeaders, parseJson, type Transport, type TransportResponse } from '../core/transport.ts';
import { toTransportError } from './network-error.ts';

/** A response whose body can also be iterated, like Node's streams. */
export interface NodeResponse extends TransportResponse {
  /**
   * The body as it arrives. Leaving the loop early closes the connection.
   *
   * @throws NetworkError when the connection breaks
   * @throws the reason of the signal when it is aborted
   */
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
}

interface UndiciOptions {
  baseUrl: string;
  dispatcher: Dispatcher;
  userAgent?: string | undefined;
}

/** Milliseconds. A read changes nothing, so a server does not work on it for long before it begins to answer. */
const readTimeout = 40_000;

/** Sends requests with undici, over the connections of one dispatcher. */
export function createUndiciTransport({
  baseUrl,
  dispatcher,
  userAgent = 'fileshare-sdk',
}: UndiciOptions): Transport<NodeResponse> {
  return {
    async send({ method, path, headers, body, file, signal }) {
      signal?.throwIfAborted();
      try {
        const response = await request(baseUrl + path, {
          method,
          dispatcher,
          headers: {
            ...clientHeaders,
            'user-agent': userAgent,
            ...headers,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          body: file ? toForm(file) : body === undefined ? null : JSON.stringify(body),
          signal: signal ?? null,
          ...((method === 'GET' || method === 'HEAD') && { headersTimeout: readTimeout }),
        });
        return toNodeResponse(response, { url: baseUrl, signal });
      } catch (error) {
        throw toTransportError(error, { url: baseUrl, signal });
      }
    },
  };
}

function toForm(file: Blob): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

interface Origin {
  url: string;
  signal: AbortSignal | undefined;
}

function toNodeResponse(response: Dispatcher.ResponseData, origin: Origin): NodeResponse {
  let json: Promise<unknown> | null = null;
  const chunks = () => readChunks(response.body, origin);
  // Errors are thrown where the body is read. If nobody reads it, nothing else handles them.
  response.body.on('error', () => {});
  return {
    status: response.statusCode,
    header: (name) => readHeader(response.headers[name.toLowerCase()]),
    json: () => {
      json ??= readText(chunks()).then(parseJson);
      return json;
    },
    chunks,
    stream: () => toWebStream(chunks(), () => response.body.destroy()),
  };
}

function readHeader(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

async function* readChunks(
  body: Dispatcher.ResponseData['body'],
  origin: Origin,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    throw toTransportError(error, origin);
  }
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

function toWebStream(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  cancel: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel,
  });
}
