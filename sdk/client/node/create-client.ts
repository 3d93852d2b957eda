import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { Agent, buildConnector } from 'undici';
import { limitingRate, toRateLimit } from '../core/rate-limit.ts';
import { measuringRoundTrips, RoundTrips } from '../core/round-trips.ts';
import type { DownloadOptions, DownloadResult } from '../download/types.ts';
import { createFileshareClient, type FileshareClient, normalizeBaseUrl } from '../fileshare-client.ts';
import { memorySessionStore, type SessionStore } from '../session/store.ts';
import type { UploadResult } from '../upload/types.ts';
import { type ArchiveOptions, type ArchiveResult, downloadArchive } from './download/archive.ts';
import { awaitingArchives } from './download/await-archive.ts';
import { type DownloadDeps, downloadShare } from './download/download.ts';
import { followingContent } from './download/follow-content.ts';
import { type ReadOptions, readShare, type ShareContent } from './download/read-share.ts';
import { type ReopenOptions, reopeningShares } from './download/reopen-share.ts';
import { parsingToTheEnd } from './paused-parser.ts';
import { fileShareTokenStore } from './share-token-store.ts';
import { createTusHttpStack } from './tus-http-stack.ts';
import { createUndiciTransport } from './undici-transport.ts';
import type { StreamOptions } from './upload-stream.ts';

/** Options of a client in Node. */
export interface ClientOptions {
  /** URL of the server; only its origin is used. */
  baseUrl: string;
  /** An API key or access token to use instead of a session (RFC 6750, section 2.1). Such a client cannot sign in. */
  token?: string;
  /** Name and version of the program, such as `backup/1.2`. The server shows it in the list of sessions. */
  userAgent?: string;
  /** Keeps the session between runs; by default it is kept in memory. */
  sessionStore?: SessionStore;
  /** Called for errors that stop nothing, such as a session that could not be refreshed. */
  onWarning?: (warning: Error) => void;
}

/** A client with what is only possible in Node: downloads to the disk. */
export interface NodeClient extends FileshareClient {
  /**
   * Downloads the files of a share to a folder. Each is written to `<name>.part`, compared with the server's SHA-256 and
   * renamed. An interrupted download resumes where it stopped, even after a kill (RFC 9110, section 14). That does not
   * count as another view: until the end, the share token is kept in the folder, readable by its owner only. Files that
   * failed for a reason of their own are listed in the result.
   *
   * @throws AppError when the share cannot be opened
   * @throws NetworkError when the server was not reached
   * @throws DiskFullError when the disk does not have enough space, before the first byte if that is known
   * @throws the reason of the signal when it is aborted; what has arrived is kept for the next call
   * @example
   * const { files, failed } = await client.downloadShare(link, { directory: 'inbox' });
   */
  downloadShare(linkOrId: string, options?: DownloadOptions): Promise<DownloadResult>;
  /**
   * Downloads the files of a share as one ZIP archive, named after the share, and compares its files with the server's
   * SHA-256.
   *
   * @throws FilesDamagedError when files in it differ; the archive is kept
   * @throws AppError when the share cannot be opened
   * @throws NetworkError when the server was not reached
   * @throws DiskFullError when the disk does not have enough space
   * @throws the reason of the signal when it is aborted; what has arrived is kept for the next call
   * @example
   * const { target } = await client.downloadArchive(link, { directory: 'inbox' });
   */
  downloadArchive(linkOrId: string, options?: ArchiveOptions): Promise<ArchiveResult>;
  /**
   * The bytes of a share as they arrive, for pipes: a single file as it is, several files as a ZIP archive. At their end,
   * the files are compared with the server's SHA-256. After a broken connection only the rest is requested (RFC 9110,
   * section 14.2).
   *
   * @throws FilesDamagedError from `chunks`, at their end, when files differ
   * @throws AppError when the share cannot be opened; from `chunks`, `precondition_failed` when the content has changed
   * @throws NetworkError when the server was not reached; from `chunks` when it stays unreachable
   * @example
   * const { chunks } = await client.readShare(link, { filter: (file) => file.path === 'notes.txt' });
   * for await (const chunk of chunks) process.stdout.write(chunk);
   */
  readShare(linkOrId: string, options?: ReadOptions): Promise<ShareContent>;
  /**
   * Uploads a stream as one file: with its first bytes, without knowing its length, and without keeping it on the disk. The
   * caller must be signed in. A broken connection is resumed with the bytes that are held in memory (tus 1.0.0,
   * creation-defer-length); after a failure the draft is discarded, because the stream cannot be read again. At the end the
   * SHA-256 of what was read is compared with that of the server.
   *
   * @throws AppError `share_too_large` or `storage_full` as soon as the limit is reached, `checksum_mismatch`
   * @throws NetworkError when the server was not reached
   * @throws what reading the stream throws
   * @example
   * const { share } = await client.uploadStream(process.stdin, { path: 'dump.sql', share: { expiration: '1-day' } });
   */
  uploadStream(stream: AsyncIterable<Uint8Array>, options: StreamOptions): Promise<UploadResult>;
  /** Closes the connections after the requests that are running. Idle connections do not keep a program running. */
  close(): Promise<void>;
}

/** Milliseconds without an answer, or without a byte of one, until a connection counts as broken. */
const timeouts = { headersTimeout: 120_000, bodyTimeout: 60_000 };
const connectTimeout = 15_000;

interface DepsOptions extends ReopenOptions, Pick<DownloadOptions, 'share' | 'limitRate'> {}

/** The token is kept where the bytes are. */
function keepingToken({ directory = '.', ...options }: DownloadOptions | ArchiveOptions): DepsOptions {
  return { ...options, tokenStore: fileShareTokenStore(resolve(directory)) };
}

/**
 * Creates a client for a fileshare server.
 *
 * @throws TypeError when `baseUrl` is not an http(s) URL
 * @example
 * const client = createClient({ baseUrl: 'https://files.example.org', token: process.env.FILESHARE_TOKEN });
 */
export function createClient(options: ClientOptions): NodeClient {
  const baseUrl = normalizeBaseUrl(options.baseUrl);
  const connect = parsingToTheEnd(buildConnector({ timeout: connectTimeout }));
  const agent = new Agent({ ...timeouts, connect });
  const sendTo = (origin: string) =>
    createUndiciTransport({ baseUrl: origin, dispatcher: agent, userAgent: options.userAgent });
  const roundTrips = new RoundTrips();
  const { client, transport, uploads } = createFileshareClient({
    baseUrl,
    transport: measuringRoundTrips(sendTo(baseUrl), roundTrips),
    token: options.token,
    session: {
      transport: 'token',
      store: options.sessionStore ?? memorySessionStore(),
      onWarning: options.onWarning ?? (() => {}),
    },
    httpStack: createTusHttpStack(agent),
    roundTrips,
    digest: (content) => hash('sha256', content),
  });
  const depsFor = ({ limitRate, ...options }: DepsOptions): DownloadDeps => {
    let { share } = options;
    const access: DownloadDeps['access'] = {
      ...client,
      async openShare(...call) {
        const opened = await client.openShare(...call);
        ({ share } = opened);
        return opened;
      },
    };
    const costsNothing = () => share?.hasDirectLinks ?? false;
    const reopening = reopeningShares(transport, access, { ...options, costsNothing });
    const contents = awaitingArchives(followingContent(reopening, { baseUrl, sendTo }));
    return { baseUrl, access, transport: limitingRate(contents, toRateLimit(limitRate)) };
  };
  return {
    ...client,
    downloadShare: async (linkOrId, downloadOptions = {}) =>
      downloadShare(depsFor(keepingToken(downloadOptions)), linkOrId, downloadOptions),
    downloadArchive: async (linkOrId, archiveOptions = {}) =>
      downloadArchive(depsFor(keepingToken(archiveOptions)), linkOrId, archiveOptions),
    readShare: async (linkOrId, readOptions = {}) => readShare(depsFor(readOptions), linkOrId, readOptions),
    uploadStream: async (stream, streamOptions) =>
      (await import('./upload-stream.ts')).uploadStream(uploads, stream, streamOptions),
    close: () => agent.close(),
  };
}
