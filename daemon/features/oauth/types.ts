import type { SessionId, UserId } from '#sdk/contract/formats/primitives.js';
import type { AccountSource, OauthErrorCode, OauthProvider } from '#sdk/contract/oauth.js';
import type { AuthRepos } from '../auth/types.ts';
import type { SocialAccountRepo } from './account-repo.ts';
import type { FlowRepo } from './flow-repo.ts';

export interface SocialRepos extends AuthRepos {
  socialAccounts: SocialAccountRepo;
  socialFlows: FlowRepo;
}

/** Values that are generated for each request to a provider, and must match its answer. */
export interface AuthorizationRequest {
  /** The URL that the provider sends the browser back to: `{appUrl}/api/oauth/callback/{provider}`. */
  redirectUri: string;
  /** RFC 6749, section 10.12 */
  state: string;
  /** OpenID Connect Core 1.0, section 3.1.2.1 */
  nonce: string;
  /** RFC 7636, section 4.1 */
  codeVerifier: string;
}

/** A person, as the provider describes them. */
export interface Profile {
  /** The issuer of the subject. Together they identify a person permanently; an address never does. */
  issuer: string;
  subject: string;
  email: string | null;
  /** All addresses of the person, if there can be several. */
  emails?: readonly string[];
  /** True only if the provider says so explicitly. */
  isEmailVerified: boolean;
  /** Name of the account there, to tell it from others. */
  name: string | null;
  /** Candidates for the user name here, the best first. */
  usernames: readonly string[];
  /** Shown to visitors of a new account's shares. */
  displayName?: string | null;
  /** Names of the groups that the person belongs to; null or left out: nobody says. */
  groups?: readonly string[] | null;
}

/** A provider with its current settings. */
export interface Provider {
  /**
   * Returns the URL that the browser is sent to.
   *
   * @throws SocialSignInError
   */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /**
   * Identifies the person who returned, from the callback URL (its query is the provider's, the rest is `redirectUri`)
   * and the request it answers.
   *
   * @throws SocialSignInError
   */
  identify(callback: URL, request: AuthorizationRequest): Promise<Profile>;
}

export interface Providers {
  /** Lists names in the order in which they are offered. */
  listEnabled(): OauthProvider[];
  /** null unless it is enabled. */
  find(name: OauthProvider): Provider | null;
}

/** Why a sign-in is refused; the cause is only for the log. */
export class SocialSignInError extends Error {
  override readonly name = 'SocialSignInError';
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** An account of a provider, the directory or the proxy that is linked to an account here. Moments are milliseconds since 1970. */
export interface SocialAccountRecord {
  provider: AccountSource;
  issuer: string;
  subject: string;
  userId: UserId;
  name: string | null;
  createdAt: number;
}

/** A browser that was sent to a provider. */
export interface FlowRecord {
  stateHash: string;
  /** Hash of the browser's cookie. */
  browserHash: string;
  provider: OauthProvider;
  /** The session whose user links an account; null: the flow signs in. */
  sessionId: SessionId | null;
  /**
   * The user who is signed in here and confirms their presence: nobody else can finish this flow. null: the flow signs
   * in whoever returns.
   */
  userId: UserId | null;
  /** Path of the page to show afterwards. */
  returnPath: string | null;
  expiresAt: number;
}
