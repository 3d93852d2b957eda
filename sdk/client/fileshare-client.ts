import type { LoginChallenge, Session as SessionAnswer } from '../contract/auth.ts';
import { type ApiClient, createApiClient } from './core/api-client.ts';
import { withRetry } from './core/retry.ts';
import type { Transport, TransportResponse } from './core/transport.ts';
import { createFixedSession } from './session/fixed.ts';
import { createSession, type SessionDeps } from './session/session.ts';
import type { Session, SessionAccess } from './session/types.ts';
import { withSession } from './session/with-session.ts';
import { createShareAccess, type ShareAccess, type ShareTokens, withShareTokens } from './shares/access.ts';
import type { UploadDeps } from './upload/deps.ts';
import { discardUpload, startUpload } from './upload/task.ts';
import type { FileSource, JournalState, UploadOptions, UploadResult, UploadTask } from './upload/types.ts';

/** What a client does in every environment. */
export interface FileshareClient extends ApiClient, ShareAccess {
  /** Origin of the server, `https://files.example.org`. */
  readonly baseUrl: string;
  readonly session: Session;
  /**
   * Uploads files to a new share and publishes it. Broken connections are repaired, failed files retried.
   *
   * @example
   * const task = client.startUpload(sources, { onProgress: ({ bytes }) => show(bytes.sent / bytes.total) });
   * const { share } = await task.finished;
   */
  startUpload(sources: readonly FileSource[], options?: UploadOptions): UploadTask;
  /**
   * The same for callers that only want the end.
   *
   * @throws UploadFailedError when files failed
   * @throws AppError when the share could not be created or published
   * @throws NetworkError when the server was not reached
   * @example
   * const { share } = await client.uploadFiles(sources, { share: { expiration: '1-day' } });
   */
  uploadFiles(sources: readonly FileSource[], options?: UploadOptions): Promise<UploadResult>;
  /**
   * Gives up what an earlier upload left, as its journal tells: a draft is removed; of files that were added to a share,
   * those that have arrived stay.
   *
   * @throws AppError when the server refuses, `share_incomplete` while somebody else is sending files
   * @throws NetworkError when the server was not reached
   * @example
   * const left = await journal.load();
   * if (left) await client.discardUpload(left);
   * await journal.clear();
   */
  discardUpload(left: JournalState): Promise<void>;
}

/** What an environment brings: how requests travel and where sessions are kept. */
export interface Environment<R extends TransportResponse> {
  /** Origin of the server, without a slash at the end. */
  baseUrl: string;
  transport: Transport<R>;
  /** A fixed bearer token instead of a session. */
  token?: string | undefined;
  session: Pick<SessionDeps, 'transport' | 'store' | 'onWarning'>;
  /** How tus-js-client sends bytes; its own way unless told. */
  httpStack?: UploadDeps['httpStack'];
  /** For bundles of small files, where the environment has it. */
  digest?: UploadDeps['digest'];
  /** Tells when there is a network again, where the environment knows. */
  watchNetwork?: UploadDeps['watchNetwork'];
}

/** Builds the client of an environment, and the transport with session and retries for what it adds itself. */
export function createFileshareClient<R extends TransportResponse>(
  environment: Environment<R>,
): { client: FileshareClient; transport: Transport<R> } {
  const { baseUrl, token } = environment;
  const bare = createApiClient(environment.transport);
  const session =
    token === undefined
      ? createSession({ api: bare, ...environment.session })
      : createFixedSession(bare, token);
  const tokens: ShareTokens = new Map();
  const transport = withRetry(withShareTokens(withSession(environment.transport, session), tokens));
  const api = createApiClient(transport);
  const { onWarning } = environment.session;
  const { httpStack, digest, watchNetwork } = environment;
  const deps: UploadDeps = { api, baseUrl, httpStack, digest, watchNetwork, onWarning };
  const client: FileshareClient = {
    ...withSessionNotes(api, session),
    ...createShareAccess(api, tokens, baseUrl),
    baseUrl,
    session,
    startUpload: (sources, options = {}) => startUpload(deps, sources, options),
    discardUpload: (left) => discardUpload(deps, left),
    uploadFiles: (sources, options = {}) => startUpload(deps, sources, options).finished,
  };
  return { client, transport };
}

/** However a session begins or is asked for, the client takes note: only so is it refreshed in time. */
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
 * @throws TypeError when it is no http(s) address
 */
export function normalizeBaseUrl(address: string): string {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`not an http(s) address: ${address}`);
  return url.origin;
}
