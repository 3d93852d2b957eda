import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import {
  NetworkError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../client/transport.ts';
import { decodeBundleHead } from '../contract/bundles.ts';
import { AppError, type ErrorCode } from '../contract/errors.ts';
import { resolveExpiration } from '../contract/expiration.ts';
import { CreateShare, OwnerShare } from '../contract/shares.ts';

/** How one request goes wrong. `breakAfter`: the connection breaks when the server has this many bytes of the body. */
export type Fault = { status: number; error?: ErrorCode } | { breakAfter: number } | 'lost-answer';

export interface MemoryUpload {
  /** Of a bundle its name, with a `/` in front. */
  path: string;
  content: Uint8Array;
  received: number;
}

const sharePath = '/api/shares/abcdefghijklmnop';

/** A server in memory: one share, its files, and tus uploads to it, with faults as a test wants them. */
export class MemoryServer {
  /** `POST /api/uploads`, in the order of their arrival. */
  readonly requests: string[] = [];
  readonly uploads = new Map<string, MemoryUpload>();
  readonly files = new Map<string, Uint8Array>();
  bytesReceived = 0;
  isPublished = false;
  isRemoved = false;
  chunkSize = 2_500_000;
  /** Whether it has learnt of bundles yet. */
  knowsBundles = true;
  /** What is wrong with a file, wherever it comes. */
  refuse: (path: string) => AppError | undefined = () => undefined;
  fault: (request: string, count: number) => Fault | undefined = () => undefined;
  /** Called before an answer to an upload request goes out. */
  beforeAnswer: (request: string) => void | Promise<void> = () => {};
  /** What the share was created with. */
  #created: Partial<OwnerShare> = {};
  readonly #counts = new Map<string, number>();
  /** Addresses by path. */
  readonly #unfinished = new Map<string, string>();
  #lastUpload = 0;

  readonly transport: Transport = { send: (request) => this.#sendJson(request) };

  readonly httpStack: HttpStack = {
    getName: () => 'memory',
    createRequest: (method, url) => new MemoryRequest(this, method, new URL(url).pathname),
  };

  count(request: string): number {
    return this.requests.filter((seen) => seen === request).length;
  }

  nextFault(request: string): Fault | undefined {
    const count = (this.#counts.get(request) ?? 0) + 1;
    this.#counts.set(request, count);
    return this.fault(request, count);
  }

  /** Takes the place of an unfinished upload of the same path. */
  createUpload(path: string, length: number): string {
    const earlier = this.#unfinished.get(path);
    if (earlier !== undefined) this.removeUpload(earlier);
    const url = `/api/uploads/${String(++this.#lastUpload).padStart(32, '0')}`;
    this.uploads.set(url, { path, content: new Uint8Array(length), received: 0 });
    this.#unfinished.set(path, url);
    return url;
  }

  removeUpload(url: string): void {
    const path = this.uploads.get(url)?.path ?? '';
    if (this.#unfinished.get(path) === url) this.#unfinished.delete(path);
    this.uploads.delete(url);
  }

  /** @throws AppError when it is refused */
  finishUpload(url: string, { path, content }: MemoryUpload): void {
    this.#unfinished.delete(path);
    try {
      const files = path.startsWith('/') ? unpack(content) : new Map([[path, content]]);
      for (const name of files.keys()) {
        const reason = this.refuse(name);
        if (reason) throw reason;
      }
      for (const [name, bytes] of files) this.files.set(name, bytes);
    } catch (error) {
      this.removeUpload(url);
      throw error;
    }
  }

  async #sendJson({ method, path, body, signal }: TransportRequest): Promise<TransportResponse> {
    signal?.throwIfAborted();
    const request = `${method} ${path.split('?')[0]}`;
    this.requests.push(request);
    const fault = this.nextFault(request);
    if (fault && (fault === 'lost-answer' || !('status' in fault))) throw new NetworkError('broken');
    if (fault) return answer(fault.status, fault.error && { error: fault.error });
    if (this.isRemoved && path.startsWith(sharePath)) return answer(404, { error: 'share_not_found' });
    return this.#answerJson(request, body);
  }

  #answerJson(request: string, body: unknown): TransportResponse {
    switch (request) {
      case 'GET /api/configs':
        return answer(200, [{ key: 'share.chunkSize', value: String(this.chunkSize) }]);
      case 'POST /api/shares':
        this.isRemoved = false;
        this.#create(CreateShare.parse(body));
        return answer(201, { share: this.share(), uploadToken: 'fsu_token' });
      case `GET ${sharePath}/files`:
        return answer(200, { files: [...this.files.keys()].map((path) => ({ path })), nextCursor: null });
      case `POST ${sharePath}/complete`:
        if (this.#unfinished.size > 0) return answer(409, { error: 'share_incomplete' });
        this.isPublished = true;
        return answer(200, this.share());
      case `DELETE ${sharePath}`:
        this.isRemoved = true;
        this.files.clear();
        this.uploads.clear();
        this.#unfinished.clear();
        return answer(204, undefined);
      default:
        return answer(404, { error: 'not_found' });
    }
  }

  #create({ name, description, expiration = 'never', password, maxViews }: WantedShare): void {
    const expiresAt = resolveExpiration(expiration, new Date('2030-01-01T00:00:00Z'))?.toISOString() ?? null;
    const hasPassword = password !== undefined;
    this.#created = {
      name: name ?? null,
      description: description ?? null,
      maxViews: maxViews ?? null,
      expiresAt,
      hasPassword,
    };
  }

  share(): OwnerShare {
    const contents = [...this.files.values()];
    return OwnerShare.parse({
      ...this.#created,
      id: 'abcdefghijklmnop',
      createdAt: '2030-01-01T00:00:00Z',
      fileCount: contents.length,
      size: contents.reduce((sum, content) => sum + content.length, 0),
      state: this.isPublished ? 'active' : 'draft',
      visitors: 0,
      completedAt: null,
      url: 'http://memory.test/s/abcdefghijklmnop',
    });
  }
}

type WantedShare = ReturnType<typeof CreateShare.parse>;

function answer(status: number, body: unknown): TransportResponse {
  return { status, header: () => null, json: async () => body, stream: () => new Blob([]).stream() };
}

type Body = { size: number; chunks: AsyncIterable<Uint8Array> } | Blob | null;

class MemoryRequest implements HttpRequest {
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
    if (!this.#server.knowsBundles)
      throw new AppError('upload_header_invalid', { header: 'Upload-Metadata' });
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

function unpack(content: Uint8Array): Map<string, Uint8Array> {
  const head = decodeBundleHead(content);
  if (!head) throw new AppError('bundle_invalid');
  let end = head.contentStart;
  const files = head.manifest.files.map(({ path, size, sha256 }) => {
    const bytes = content.slice(end, end + size);
    end += size;
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (digest !== sha256) throw new AppError('checksum_mismatch', { path });
    return [path, bytes] as const;
  });
  return new Map(files);
}

function respond(status: number, headers: Record<string, string>, body?: unknown): HttpResponse {
  return {
    getStatus: () => status,
    getHeader: (name) => headers[name.toLowerCase()],
    getBody: () => (body === undefined ? '' : JSON.stringify(body)),
    getUnderlyingObject: () => null,
  };
}
