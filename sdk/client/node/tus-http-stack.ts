import { Readable } from 'node:stream';
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { type Dispatcher, request } from 'undici';
import { toTransportError } from './network-error.ts';

/** Bytes handed over at once: progress is told in such steps. */
const pieceSize = 65_536;

/** What the upload core hands over as a body in Node. */
interface ChunkBody {
  size: number;
  chunks: AsyncIterable<Uint8Array>;
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
    const source = body && new SourceStream(body, this.#onProgress);
    try {
      const response = await request(this.#url, {
        method: this.#method,
        dispatcher: this.#dispatcher,
        headers: { ...Object.fromEntries(this.#headers), ...(body && { 'content-length': `${body.size}` }) },
        body: source?.readable ?? null,
        signal: this.#stop.signal,
      });
      return new UndiciResponse(response, await response.body.text());
    } catch (error) {
      throw source?.error ?? toTransportError(error, this.#stop.signal);
    } finally {
      // Closes the file also when the server answered before it had everything.
      source?.readable.destroy();
    }
  }

  async abort(): Promise<void> {
    this.#stop.abort();
  }

  getUnderlyingObject(): null {
    return null;
  }
}

/** A body for undici that remembers the failure of its source, to tell it from that of the connection. */
class SourceStream {
  readonly readable: Readable;
  error: Error | undefined;

  constructor({ chunks }: ChunkBody, onProgress: (bytesSent: number) => void) {
    this.readable = Readable.from(this.#pieces(chunks, onProgress), {
      objectMode: false,
      highWaterMark: pieceSize,
    });
    // Destroyed before it was read, it has nobody else to tell.
    this.readable.on('error', () => {});
  }

  async *#pieces(chunks: AsyncIterable<Uint8Array>, onProgress: (bytesSent: number) => void) {
    let sent = 0;
    try {
      for await (const chunk of chunks) {
        for (let start = 0; start < chunk.length; start += pieceSize) {
          const piece = chunk.subarray(start, start + pieceSize);
          yield piece;
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
