import { createHash } from 'node:crypto';
import type { HttpStack } from 'tus-js-client';
import {
  NetworkError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../client/core/transport.ts';
import { AppError, type ErrorCode } from '../contract/errors.ts';
import { decodeBundleHead } from '../contract/formats/bundles.ts';
import { resolveExpiration } from '../contract/formats/expiration.ts';
import { ReverseShareId } from '../contract/formats/primitives.ts';
import { CreateDraft } from '../contract/shares/inputs.ts';
import { OwnerShare } from '../contract/shares.ts';
import { MemoryRequest } from './memory-request.ts';

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
  /** What shares were created with. */
  readonly created: CreateDraft[] = [];
  /** What was announced to be added, as JSON. */
  readonly appended: string[] = [];
  bytesReceived = 0;
  isPublished = false;
  isRemoved = false;
  chunkSize = 2_500_000;
  /** What is wrong with a file, wherever it comes. */
  refuse: (path: string) => AppError | undefined = () => undefined;
  fault: (request: string, count: number) => Fault | undefined = () => undefined;
  /** Called before an answer to an upload request goes out. */
  beforeAnswer: (request: string) => void | Promise<void> = () => {};
  /** The same for the other requests. */
  beforeJson: (request: string) => void | Promise<void> = () => {};
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
    if (fault === 'lost-answer') this.#answerJson(request, body);
    if (fault === 'lost-answer' || (fault && 'breakAfter' in fault)) throw new NetworkError('broken');
    if (fault) return answer(fault.status, fault.error && { error: fault.error });
    if (this.isRemoved && path.startsWith(sharePath)) return answer(404, { error: 'share_not_found' });
    const result = this.#answerJson(request, body);
    await this.beforeJson(request);
    signal?.throwIfAborted();
    return result;
  }

  #answerJson(request: string, body: unknown): TransportResponse {
    const [, file] = new RegExp(`^DELETE ${sharePath}/files/(.+)$`).exec(request) ?? [];
    if (file !== undefined) {
      return this.files.delete(file) ? answer(204, undefined) : answer(404, { error: 'file_not_found' });
    }
    switch (request) {
      case 'GET /api/configs':
        return answer(200, [{ key: 'share.chunkSize', value: String(this.chunkSize) }]);
      case 'POST /api/shares':
        this.isRemoved = false;
        this.createShare(CreateDraft.parse(body));
        return answer(201, { share: this.share(), uploadToken: 'fsu_token' });
      case `GET ${sharePath}/files`:
      case `GET ${sharePath}/owner/files`:
        return answer(200, {
          files: [...this.files.keys()].map((path) => ({ id: path, path })),
          nextCursor: null,
        });
      case `POST ${sharePath}/append`:
        this.appended.push(JSON.stringify(body));
        return answer(200, { share: this.share(), uploadToken: `fsu_append${this.appended.length}` });
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

  createShare(wanted: CreateDraft): void {
    // Made already: only the answer was lost.
    if (this.created.some(({ idempotencyKey: key }) => key !== undefined && key === wanted.idempotencyKey))
      return;
    this.created.push(wanted);
    const { name, description, expiration = 'never', password, maxViews, reverseShare } = wanted;
    const expiresAt = resolveExpiration(expiration, new Date('2030-01-01T00:00:00Z'))?.toISOString() ?? null;
    const hasPassword = password !== undefined;
    this.#created = {
      name: name ?? null,
      description: description ?? null,
      maxViews: maxViews ?? null,
      expiresAt,
      hasPassword,
      reverseShareId: reverseShare ? ReverseShareId.parse('1'.repeat(32)) : null,
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
      isQuarantined: false,
      visitors: 0,
      downloads: 0,
      lastAccessAt: null,
      isAdding: false,
      hasDirectLinks: true,
      cover: [],
      arriving: null,
      completedAt: null,
      url: 'http://memory.test/s/abcdefghijklmnop',
      can: { download: true, append: true, edit: true, removeFile: true, remove: true },
    });
  }
}

function answer(status: number, body: unknown): TransportResponse {
  return { status, header: () => null, json: async () => body, stream: () => new Blob([]).stream() };
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
