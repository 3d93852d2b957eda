import type { HttpRequest, HttpResponse } from 'tus-js-client';
import { NetworkError } from '../client/core/transport.ts';
import { AppError } from '../contract/errors.ts';
import type { MemoryServer } from './memory-server.ts';

type Body = { size: number; chunks: AsyncIterable<Uint8Array> } | Blob | null;

/** A tus request to a {@link MemoryServer}. */
export class MemoryRequest implements HttpRequest {
  readonly #server: MemoryServer;
  readonly #method: string;
  readonly #path: string;
  readonly #headers = new Map<string, string>();
  #onProgress: (bytes: number) => void = () => {};
  #isAborted = false;

  constructor(server: MemoryServer, method: string, path: string) {
    this.#server = server;
    this.#method = method;
    this.#path = path;
  }

  getMethod(): string {
    return this.#method;
  }

  getURL(): string {
    return this.#path;
  }

  setHeader(name: string, value: string): void {
    this.#headers.set(name.toLowerCase(), value);
  }

  getHeader(name: string): string | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  setProgressHandler(handler: (bytes: number) => void): void {
    this.#onProgress = handler;
  }

  getUnderlyingObject(): null {
    return null;
  }

  async abort(): Promise<void> {
    this.#isAborted = true;
  }

  async send(body: Body = null): Promise<HttpResponse> {
    const request = `${this.#method} ${this.#method === 'POST' ? this.#path : `*${this.#uploadPath()}`}`;
    this.#server.requests.push(request);
    const fault = this.#server.nextFault(request);
    if (typeof fault === 'object' && 'status' in fault) {
      return respond(fault.status, {}, fault.error ? { error: fault.error } : undefined);
    }
    const result = await this.#answer(body, typeof fault === 'object' ? fault.breakAfter : undefined);
    await this.#server.beforeAnswer(request);
    if (this.#isAborted || fault === 'lost-answer') throw new NetworkError('broken');
    return result;
  }

  #uploadPath(): string {
    return this.#server.uploads.get(this.#path)?.path ?? '';
  }

  async #answer(body: Body, breakAfter: number | undefined): Promise<HttpResponse> {
    try {
      return await this.#handle(body, breakAfter);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return respond(error.status, {}, { error: error.code, params: error.params });
    }
  }

  async #handle(body: Body, breakAfter: number | undefined): Promise<HttpResponse> {
    if (this.#method === 'POST') {
      const url = this.#server.createUpload(this.#readPath(), Number(this.getHeader('upload-length')));
      return respond(201, {
        location: url,
        'upload-offset': String(await this.#receive(url, body, breakAfter)),
      });
    }
    const upload = this.#server.uploads.get(this.#path);
    if (!upload) return respond(404, {}, { error: 'upload_not_found' });
    if (this.#method === 'DELETE') {
      if (breakAfter !== undefined) throw new NetworkError('broken');
      this.#server.removeUpload(this.#path);
      return respond(204, {});
    }
    if (this.#method === 'PATCH') {
      if (Number(this.getHeader('upload-offset')) !== upload.received) {
        return respond(409, {}, { error: 'upload_offset_conflict' });
      }
      return respond(204, { 'upload-offset': String(await this.#receive(this.#path, body, breakAfter)) });
    }
    const { content, received } = upload;
    return respond(200, { 'upload-length': String(content.length), 'upload-offset': String(received) });
  }

  #readPath(): string {
    const entries = (this.getHeader('upload-metadata') ?? '').split(',').map((entry) => entry.split(' '));
    const values = new Map(entries.map(([key, value = '']) => [key, decode(value)]));
    if (!values.has('bundle')) return values.get('relativePath') ?? '';
    return `/${values.get('filename')}`;
  }

  async #receive(url: string, body: Body, breakAfter = Number.POSITIVE_INFINITY): Promise<number> {
    const upload = this.#server.uploads.get(url);
    if (!upload) throw new AppError('upload_not_found');
    let received = 0;
    const chunks = body === null ? [] : body instanceof Blob ? [await body.bytes()] : body.chunks;
    for await (const chunk of chunks) {
      const taken = chunk.subarray(0, breakAfter - received);
      upload.content.set(taken, upload.received);
      upload.received += taken.length;
      received += taken.length;
      this.#server.bytesReceived += taken.length;
      if (received >= breakAfter || this.#isAborted) throw new NetworkError('broken');
      this.#onProgress(received);
    }
    if (upload.received === upload.content.length) this.#server.finishUpload(url, upload);
    return upload.received;
  }
}

function decode(value: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(value), (char) => char.charCodeAt(0)));
}

function respond(status: number, headers: Record<string, string>, body?: unknown): HttpResponse {
  return {
    getStatus: () => status,
    getHeader: (name) => headers[name.toLowerCase()],
    getBody: () => (body === undefined ? '' : JSON.stringify(body)),
    getUnderlyingObject: () => null,
  };
}
