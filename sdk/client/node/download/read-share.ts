import { AppError } from '../../../contract/errors.ts';
import { files as fileEndpoints, type ShareFile } from '../../../contract/files.ts';
import type { Share } from '../../../contract/shares.ts';
import { buildPath } from '../../core/api-client.ts';
import { NetworkError, type Transport } from '../../core/transport.ts';
import type { DownloadOptions } from '../../download/types.ts';
import type { NodeResponse } from '../undici-transport.ts';
import { archiveName, archivePath } from './archive.ts';
import { comparingArchive, comparingFile } from './archive-digests.ts';
import { chooseFiles, type DownloadDeps } from './download.ts';
import { readRefusal } from './range-request.ts';
import { defaultRetryPolicy, type RetryPolicy, retryWhileAdvancing } from './retry-policy.ts';

/** Options of `readShare`; see `DownloadOptions`. */
export interface ReadOptions
  extends Pick<
    DownloadOptions,
    'share' | 'password' | 'onPassword' | 'filter' | 'files' | 'verify' | 'limitRate' | 'signal'
  > {
  /** A ZIP archive even of a single file. */
  archive?: boolean;
}

/** The bytes of a share, read without writing to the disk. */
export interface ShareContent {
  /** The share that was opened. */
  share: Share;
  /** The file's name, or that of the archive. */
  name: string;
  /** Bytes; null when a proxy hides it. */
  size: number | null;
  /** Read them to the end, or leave the loop early: both close the connection. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Reads a share without the disk; see `NodeClient.readShare`. */
export async function readShare(
  deps: DownloadDeps,
  linkOrId: string,
  options: ReadOptions,
): Promise<ShareContent> {
  const { password, signal } = options;
  const share = options.share ?? (await deps.access.openShare(linkOrId, { password, signal })).share;
  const files: readonly ShareFile[] = await chooseFiles(deps, share.id, options);
  const [first] = files;
  const isOne = files.length === 1 && first !== undefined && !options.archive;
  const ids = options.filter || options.files ? files.map((file) => file.id) : undefined;
  const path = isOne
    ? buildPath(fileEndpoints.download.path, { params: { id: share.id, fileId: first.id } })
    : archivePath(share.id, ids);
  const { transport, retryPolicy } = deps;
  const { size, chunks } = await openResumable({ transport, retryPolicy, path, signal });
  const compared = isOne ? comparingFile(chunks, first) : comparingArchive(chunks, files);
  const name = isOne ? first.name : archiveName(share);
  return { share, name, size, chunks: options.verify === false ? chunks : compared };
}

interface Source {
  transport: Transport<NodeResponse>;
  path: string;
  retryPolicy: RetryPolicy | undefined;
  signal: AbortSignal | undefined;
}

interface ResumableContent {
  /** Bytes; null if a proxy in front of the server hides it. */
  size: number | null;
  chunks: AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * Reads content as one stream of bytes, over as many connections as needed. Each byte is returned once: after a broken
 * connection, only the rest of the same version is requested.
 *
 * @throws AppError what the server refused; from the bytes `precondition_failed` when the content is another one now
 * @throws NetworkError when the server was not reached for too long
 */
async function openResumable(source: Source): Promise<ResumableContent> {
  const { signal = new AbortController().signal, retryPolicy = defaultRetryPolicy } = source;
  const reader = new Reader({ ...source, signal, retryPolicy });
  return { size: await reader.open(), chunks: reader.read() };
}

type Open = Source & { signal: AbortSignal; retryPolicy: RetryPolicy };
type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

class Reader {
  readonly #source: Open;
  #chunks: Chunks | null = null;
  #etag: string | null = null;
  #size: number | null = null;
  #position = 0;

  constructor(source: Open) {
    this.#source = source;
  }

  /** @returns the size, when it is known */
  async open(): Promise<number | null> {
    const response = await this.#retry(() => this.#request({}));
    const length = response.header('content-length');
    this.#etag = response.header('etag');
    this.#size = length === null ? null : Number(length);
    this.#chunks = response.chunks();
    return this.#size;
  }

  async *read(): Chunks {
    // A weak tag does not guarantee identical bytes, and without a size a broken connection looks like the end.
    const canResume = this.#size !== null && this.#etag !== null && !this.#etag.startsWith('W/');
    const next = () => this.#next();
    try {
      for (;;) {
        const chunk = await (canResume ? this.#retry(next) : next());
        if (!chunk) return;
        this.#position += chunk.byteLength;
        yield chunk;
      }
    } finally {
      await this.#chunks?.return();
    }
  }

  async #next(): Promise<Uint8Array | null> {
    try {
      this.#chunks ??= await this.#reopen(this.#position);
      const { done, value } = await this.#chunks.next();
      if (!done) return value;
    } catch (error) {
      this.#chunks = null;
      throw error;
    }
    if (this.#size === null || this.#position === this.#size) return null;
    this.#chunks = null;
    throw new NetworkError('The connection broke.');
  }

  async #reopen(position: number): Promise<Chunks> {
    const response = await this.#request({ range: `bytes=${position}-`, 'if-range': this.#etag ?? '' });
    const start = /^bytes (\d+)-/.exec(response.header('content-range') ?? '')?.[1];
    const isRest = response.status === 206 && Number(start) === position;
    if (response.header('etag') === this.#etag && isRest) return response.chunks();
    // A proxy in front of the server does not support ranges.
    if (response.header('etag') === this.#etag && response.status === 200) return skip(response, position);
    await response.stream().cancel();
    throw new AppError('precondition_failed');
  }

  async #request(headers: Readonly<Record<string, string>>): Promise<NodeResponse> {
    const { transport, path, signal } = this.#source;
    const response = await transport.send({ method: 'GET', path, headers, signal });
    if (response.status === 200 || response.status === 206) return response;
    throw await readRefusal(response);
  }

  #retry<T>(work: () => Promise<T>): Promise<T> {
    const { retryPolicy, signal } = this.#source;
    return retryWhileAdvancing(work, { retryPolicy, signal, position: () => this.#position });
  }
}

/** Yields the bytes from a position on. */
async function* skip(response: NodeResponse, bytes: number): Chunks {
  let left = bytes;
  for await (const chunk of response.chunks()) {
    const skipped = Math.min(left, chunk.byteLength);
    left -= skipped;
    if (skipped < chunk.byteLength) yield chunk.subarray(skipped);
  }
}
