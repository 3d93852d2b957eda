import { hash } from 'node:crypto';
import { Agent } from 'undici';
import type { DownloadOptions, DownloadResult } from '../download/types.ts';
import { createFileshareClient, type FileshareClient, normalizeBaseUrl } from '../fileshare-client.ts';
import { memorySessionStore, type SessionStore } from '../session/store.ts';
import { type ArchiveOptions, type ArchiveResult, downloadArchive } from './download/archive.ts';
import { awaitingArchives } from './download/await-archive.ts';
import { type DownloadDeps, downloadShare } from './download/download.ts';
import { followingContent } from './download/follow-content.ts';
import { type ReadOptions, readShare, type ShareContent } from './download/read-share.ts';
import { createTusHttpStack } from './tus-http-stack.ts';
import { createUndiciTransport } from './undici-transport.ts';

export interface ClientOptions {
  /** Address of the server; only its origin counts. */
  baseUrl: string;
  /** A bearer token in place of a session, for scripts. */
  token?: string;
  /** What the server is told about the program, and shows in the list of sessions: `backup/1.2`. */
  userAgent?: string;
  /** Keeps the session between runs; in memory only unless told. */
  sessionStore?: SessionStore;
  /** Hears of what went wrong without stopping anything: a session that could not be refreshed. */
  onWarning?: (warning: Error) => void;
}

/** A client with what only Node can do. */
export interface NodeClient extends FileshareClient {
  /**
   * Downloads the files of a share into a folder. Each is written to `<name>.part`, compared with the SHA-256 of the
   * server and renamed; an interrupted download goes on where it stopped, also after a kill, and without another view
   * of a share with a view limit: until the end its token is kept in the folder, for its owner only. Connections that no file
   * needs fetch parts of a large one. Files that failed for themselves are listed in the result.
   *
   * @throws AppError when the share does not open
   * @throws NetworkError when the server was not reached
   * @throws DiskFullError when the disk has not enough room, before the first byte when that is known
   * @throws the reason of the signal when it is aborted; what is there stays for the next call
   * @example
   * const { files, failed } = await client.downloadShare(link, { directory: 'inbox' });
   */
  downloadShare(linkOrId: string, options?: DownloadOptions): Promise<DownloadResult>;
  /**
   * Downloads the files of a share as one ZIP archive, named after the share.
   *
   * @throws AppError when the share does not open
   * @throws NetworkError when the server was not reached
   * @throws the reason of the signal when it is aborted; what is there stays for the next call
   * @example
   * const { target } = await client.downloadArchive(link, { directory: 'inbox' });
   */
  downloadArchive(linkOrId: string, options?: ArchiveOptions): Promise<ArchiveResult>;
  /**
   * The bytes of a share as they arrive, for pipes: of its one file as it is, of several files as a ZIP archive.
   * Not verified. After a break the rest is asked for, so that every byte comes once.
   *
   * @throws AppError when the share does not open
   * @throws NetworkError when the server was not reached, or for too long while the bytes are read
   * @example
   * const { chunks } = await client.readShare(link, { filter: (file) => file.path === 'notes.txt' });
   * for await (const chunk of chunks) process.stdout.write(chunk);
   */
  readShare(linkOrId: string, options?: ReadOptions): Promise<ShareContent>;
  /** Closes the connections. Idle ones do not keep a program running. */
  close(): Promise<void>;
}

/** Milliseconds without an answer, or without a byte of one, until a connection counts as broken. */
const timeouts = { headersTimeout: 120_000, bodyTimeout: 60_000, connect: { timeout: 15_000 } };

/**
 * Creates a client for a fileshare server.
 *
 * @throws TypeError when the address is no http(s) address
 * @example
 * const client = createClient({ baseUrl: 'https://files.example.org', token: process.env.FILESHARE_TOKEN });
 */
export function createClient(options: ClientOptions): NodeClient {
  const baseUrl = normalizeBaseUrl(options.baseUrl);
  const agent = new Agent(timeouts);
  const sendTo = (origin: string) =>
    createUndiciTransport({ baseUrl: origin, dispatcher: agent, userAgent: options.userAgent });
  const { client, transport } = createFileshareClient({
    baseUrl,
    transport: sendTo(baseUrl),
    token: options.token,
    session: {
      transport: 'token',
      store: options.sessionStore ?? memorySessionStore(),
      onWarning: options.onWarning ?? (() => {}),
    },
    httpStack: createTusHttpStack(agent),
    digest: (content) => hash('sha256', content),
  });
  const contents = awaitingArchives(followingContent(transport, { baseUrl, sendTo }));
  const deps: DownloadDeps = { baseUrl, access: client, transport: contents };
  return {
    ...client,
    downloadShare: (linkOrId, downloadOptions = {}) => downloadShare(deps, linkOrId, downloadOptions),
    downloadArchive: (linkOrId, archiveOptions = {}) => downloadArchive(deps, linkOrId, archiveOptions),
    readShare: (linkOrId, readOptions = {}) => readShare(deps, linkOrId, readOptions),
    close: () => agent.close(),
  };
}
