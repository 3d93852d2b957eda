import type { LoginChallenge, Session as SessionAnswer } from '../contract/auth.ts';
import { readErrorCode } from './core/answer.ts';
import { type ApiClient, createApiClient } from './core/api-client.ts';
import { withRetry } from './core/retry.ts';
import type { Transport, TransportResponse } from './core/transport.ts';
import { createFixedSession, createSession, type SessionDeps } from './session/session.ts';
import type { Session, SessionAccess } from './session/types.ts';
import {
  createShareAccess,
  type ShareAccess,
  type ShareTokens,
  withShareTokens,
} from './shares/open-share.ts';
import { createReverseShareLinks, type ReverseShareLinks } from './shares/reverse-share-link.ts';
import type { UploadDeps } from './upload/deps.ts';
import { discardUpload, startUpload } from './upload/task.ts';
import type { FileSource, JournalState, UploadOptions, UploadResult, UploadTask } from './upload/types.ts';

/**
 * A client in every environment: one method per endpoint of the API (`client.shares.list(…)`), the session, and
 * methods that make several requests. Methods of the API throw AppError when the server refuses, and NetworkError when it is not
 * reached.
 */
export interface FileshareClient extends ApiClient, ShareAccess, ReverseShareLinks {
  /** Origin of the server, `https://files.example.org`. */
  readonly baseUrl: string;
  /** Signing in and out. A client with a fixed token cannot sign in. */
  readonly session: Session;
  /**
   * Starts to upload files to a new share, which is published at the end, and returns at once. Uploads are resumable
   * (tus 1.0.0): after a broken connection each continues where it stopped.
   *
   * @example
   * const task = client.startUpload(sources, { onProgress: ({ bytes }) => show(bytes.sent / bytes.total) });
   * const { share } = await task.finished;
   */
  startUpload(sources: readonly FileSource[], options?: UploadOptions): UploadTask;
  /**
   * Uploads files and resolves when the share is published. Use `startUpload` to pause, cancel or retry files.
   *
   * @throws UploadFailedError when files failed
   * @throws AppError when the share could not be created or published
   * @throws NetworkError when the server was not reached
   * @example
   * const { share } = await client.uploadFiles(sources, { share: { expiration: '1-day' } });
   */
  uploadFiles(sources: readonly FileSource[], options?: UploadOptions): Promise<UploadResult>;
  /**
   * Discards what an unfinished upload has left, according to its journal. A draft is deleted with its files; files that
   * were already added to an existing share stay.
   *
   * @throws AppError when the server refuses; `share_incomplete` while another program adds files to the share
   * @throws NetworkError when the server was not reached
   * @example
   * const left = await journal.load();
   * if (left) await client.discardUpload(left);
   * await journal.clear();
   */
  discardUpload(left: JournalState): Promise<void>;
}

/** The parts that an environment provides to send requests and keep sessions. */
export interface Environment<R extends TransportResponse> {
  /** Origin of the server, without a slash at the end. */
  baseUrl: string;
  transport: Transport<R>;
  /** A fixed bearer token instead of a session. */
  token?: string | undefined;
  session: Pick<SessionDeps, 'transport' | 'store' | 'onWarning'>;
  /** Sends the requests of tus-js-client; by default it sends them itself. */
  httpStack?: UploadDeps['httpStack'];
  /** For bundles of small files, where the environment has it. */
  digest?: UploadDeps['digest'];
  /** Tells when there is a network again, where the environment knows. */
  watchNetwork?: UploadDeps['watchNetwork'];
  /** How long uploads are tried again, where it is not the default. */
  retryPolicy?: UploadDeps['retryPolicy'];
  /** What `transport` has measured. */
  roundTrips?: UploadDeps['roundTrips'];
  /** Whether requests share a connection, where they may. */
  sharesConnection?: UploadDeps['sharesConnection'];
}

/** Builds the client of an environment, and what it needs for methods of its own: a transport with session and retries. */
export function createFileshareClient<R extends TransportResponse>(
  environment: Environment<R>,
): { client: FileshareClient; transport: Transport<R>; uploads: UploadDeps } {
  const { baseUrl, token, watchNetwork } = environment;
  const bare = createApiClient(environment.transport);
  const session =
    token === undefined
      ? createSession({ api: bare, ...environment.session })
      : createFixedSession(bare, token);
  const tokens: ShareTokens = new Map();
  const transport = withRetry(withShareTokens(withSession(environment.transport, session), tokens), {
    watchNetwork,
  });
  const api = createApiClient(transport);
  const { onWarning } = environment.session;
  const { httpStack, digest, retryPolicy, roundTrips, sharesConnection } = environment;
  const links = createReverseShareLinks(transport, baseUrl);
  const deps: UploadDeps = {
    api,
    baseUrl,
    ...links,
    httpStack,
    digest,
    watchNetwork,
    retryPolicy,
    roundTrips,
    sharesConnection,
    onWarning,
  };
  const client: FileshareClient = {
    ...withSessionNotes(api, session),
    ...createShareAccess(api, tokens, baseUrl),
    ...links,
    baseUrl,
    session,
    startUpload: (sources, options = {}) => startUpload(deps, sources, options),
    discardUpload: (left) => discardUpload(deps, left),
    uploadFiles: (sources, options = {}) => startUpload(deps, sources, options).finished,
  };
  return { client, transport, uploads: deps };
}

/** Tells the session about every response that starts or describes one, so that it is refreshed in time. */
function withSessionNotes(api: ApiClient, session: SessionAccess): ApiClient {
  return {
    ...api,
    users: {
      ...api.users,
      me: (input, options) =>
        options?.token === undefined ? session.me(options) : api.users.me(input, options),
    },
    auth: {
      ...api.auth,
      signIn: (input, options) => noteSession(api.auth.signIn(input, options), session),
      signInTotp: (input, options) => noteSession(api.auth.signInTotp(input, options), session),
      signInProgram: (input, options) => noteSession(api.auth.signInProgram(input, options), session),
      signUp: (input, options) => noteSession(api.auth.signUp(input, options), session),
      setup: (input, options) => noteSession(api.auth.setup(input, options), session),
    },
  };
}

async function noteSession<A extends SessionAnswer | LoginChallenge>(
  answering: Promise<A>,
  session: SessionAccess,
): Promise<A> {
  const answer = await answering;
  if ('user' in answer) await session.adopt(answer);
  return answer;
}

/**
 * The origin of a server address that a person typed.
 *
 * @throws TypeError when it is not an http(s) address
 */
export function normalizeBaseUrl(address: string): string {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`not an http(s) address: ${address}`);
  return url.origin;
}

/** Adds the session to requests without authorization of their own, and retries once after a refresh. */
function withSession<R extends TransportResponse>(
  transport: Transport<R>,
  session: SessionAccess,
): Transport<R> {
  return {
    async send(request) {
      if (request.headers?.authorization !== undefined) return transport.send(request);
      const headers = await session.headers();
      const response = await transport.send({ ...request, headers: { ...headers, ...request.headers } });
      if (!(await isSessionOver(response)) || !(await session.recover(headers))) return response;
      const newHeaders = await session.headers();
      return transport.send({ ...request, headers: { ...newHeaders, ...request.headers } });
    },
  };
}

/** Browsers delete the cookie of an expired access token, so that the server sees no session at all. */
async function isSessionOver(response: TransportResponse): Promise<boolean> {
  if (response.status !== 401) return false;
  const code = readErrorCode(await response.json());
  return code === 'session_expired' || code === 'sign_in_required';
}
