import { Readable } from 'node:stream';
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { type Dispatcher, request } from 'undici';
import { toTransportError } from './network-error.ts';

/** Bodies up to this size are sent in one go. */
const wholeBytes = 65_536;
/** Bytes of one write, which are also the steps of progress. Faster connections use larger writes. */
const writeSizes = { min: 65_536, max: 1_048_576 };
/** If a write takes longer than this (milliseconds), the next one is smaller. */
const writeTime = 100;

/** The request body that the upload code passes in Node. */
interface ChunkBody {
  size: number;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Lets tus-js-client send through undici, with bodies that are streamed from any iterable of known length. */
export function createTusHttpStack(dispatcher: Dispatcher): HttpStack {
  return {
    createRequest: (method, url) => new UndiciRequest(dispatcher, method, url),
    getName: () => 'undici',
  };
}

class UndiciRequest implements HttpRequest {
  readonly #dispatcher: Dispatcher;
  readonly #method: string;
  readonly #url: string;
  readonly #headers = new Map<string, string>();
  readonly #stop = new AbortController();
  #onProgress: (bytesSent: number) => void = () => {};

  constructor(dispatcher: Dispatcher, method: string, url: string) {
    this.#dispatcher = dispatcher;
    this.#method = method;
    this.#url = url;
  }

  getMethod(): string {
    return this.#method;
  }

  getURL(): string {
    return this.#url;
  }

  setHeader(header: string, value: string): void {
    this.#headers.set(header.toLowerCase(), value);
  }

  getHeader(header: string): string | undefined {
    return this.#headers.get(header.toLowerCase());
  }

  setProgressHandler(handler: (bytesSent: number) => void): void {
    this.#onProgress = handler;
  }

  /**
   * @throws NetworkError when the connection breaks
   * @throws what reading the source throws
   */
  async send(body: ChunkBody | null = null): Promise<HttpResponse> {
    if (body && body.size <= wholeBytes) return this.#sendWhole(body);
    const source = body && new SourceStream(body, this.#onProgress);
    try {
      return await this.#send(source?.readable ?? null, body?.size);
    } catch (error) {
      throw source?.error ?? this.#explain(error);
    } finally {
      // Closes the file even if the server responded before it received everything.
      source?.readable.destroy();
    }
  }

  async #sendWhole(body: ChunkBody): Promise<HttpResponse> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body.chunks) chunks.push(chunk);
    const [first, ...others] = chunks;
    const bytes = first && others.length === 0 ? first : Buffer.concat(chunks);
    try {
      const response = await this.#send(bytes, body.size);
      this.#onProgress(body.size);
      return response;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  async #send(body: Readable | Uint8Array | null, length: number | undefined): Promise<HttpResponse> {
    const response = await request(this.#url, {
      method: this.#method,
      dispatcher: this.#dispatcher,
      headers: {
        ...Object.fromEntries(this.#headers),
        ...(length !== undefined && { 'content-length': `${length}` }),
      },
      body,
      signal: this.#stop.signal,
    });
    return new UndiciResponse(response, await response.body.text());
  }

  #explain(error: unknown): Error {
    return toTransportError(error, { url: this.#url, signal: this.#stop.signal });
  }

  async abort(): Promise<void> {
    this.#stop.abort();
  }

  getUnderlyingObject(): null {
    return null;
  }
}

/** A body for undici that remembers an error of its source, to distinguish it from an error of the connection. */
class SourceStream {
  readonly readable: Readable;
  error: Error | undefined;

  constructor({ chunks }: ChunkBody, onProgress: (bytesSent: number) => void) {
    this.readable = Readable.from(this.#pieces(chunks, onProgress), {
      objectMode: false,
      highWaterMark: writeSizes.min,
    });
    // If the stream is destroyed before it is read, nothing else handles its error.
    this.readable.on('error', () => {});
  }

  async *#pieces(chunks: ChunkBody['chunks'], onProgress: (bytesSent: number) => void) {
    let sent = 0;
    let writeSize: number = writeSizes.min;
    try {
      for await (const chunk of chunks) {
        for (let start = 0; start < chunk.length; ) {
          const piece = chunk.subarray(start, start + writeSize);
          const begunAt = performance.now();
          yield piece;
          writeSize = nextWriteSize(writeSize, performance.now() - begunAt);
          start += piece.length;
          sent += piece.length;
          onProgress(sent);
        }
      }
    } catch (error) {
      this.error = error instanceof Error ? error : new Error(String(error));
      throw this.error;
    }
  }
}

function nextWriteSize(size: number, time: number): number {
  if (time > writeTime) return Math.max(writeSizes.min, size / 2);
  return time < writeTime / 4 ? Math.min(writeSizes.max, size * 2) : size;
}

class UndiciResponse implements HttpResponse {
  readonly #response: Dispatcher.ResponseData;
  readonly #body: string;

  constructor(response: Dispatcher.ResponseData, body: string) {
    this.#response = response;
    this.#body = body;
  }

  getStatus(): number {
    return this.#response.statusCode;
  }

  getHeader(header: string): string | undefined {
    const value = this.#response.headers[header.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  getBody(): string {
    return this.#body;
  }

  getUnderlyingObject(): Dispatcher.ResponseData {
    return this.#response;
  }
}
