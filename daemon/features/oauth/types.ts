import type { SessionId, UserId } from '#sdk/contract/formats/primitives.js';
import type { OauthErrorCode, OauthProvider } from '#sdk/contract/oauth.js';
import type { AuthRepos } from '../auth/types.ts';
import type { SocialAccountRepo } from './account-repo.ts';
import type { FlowRepo } from './flow-repo.ts';

export interface SocialRepos extends AuthRepos {
  socialAccounts: SocialAccountRepo;
  socialFlows: FlowRepo;
}

/** What is made anew for each request to a provider, and has to fit its answer. */
export interface AuthorizationRequest {
  /** Where the provider sends the browser back to: `{appUrl}/api/oauth/callback/{provider}`. */
  redirectUri: string;
  /** RFC 6749, section 10.12 */
  state: string;
  /** OpenID Connect Core 1.0, section 3.1.2.1 */
  nonce: string;
  /** RFC 7636, section 4.1 */
  codeVerifier: string;
}

/** Somebody, as a provider vouches for it. */
export interface Profile {
  /** Who gave the subject. With it the subject names a person for good; an address never does. */
  issuer: string;
  subject: string;
  email: string | null;
  /** Only when the provider says so in so many words. */
  isEmailVerified: boolean;
  /** How the account is called there, to tell it from others. */
  name: string | null;
  /** What the user name here can be made of, the best first. */
  usernames: readonly string[];
}

/** One way to sign in elsewhere, as it is set up at this moment. */
export interface Provider {
  /**
   * Where to send the browser.
   *
   * @throws SocialSignInError
   */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /**
   * Who came back, from the address the browser was sent to (its query is of the provider, its rest of `redirectUri`) and the
   * request it answers.
   *
   * @throws SocialSignInError
   */
  identify(callback: URL, request: AuthorizationRequest): Promise<Profile>;
}

export interface Providers {
  /** In the order in which they are offered. */
  listEnabled(): OauthProvider[];
  /** null unless it is enabled. */
  find(name: OauthProvider): Provider | null;
}

/** Why a sign-in is refused; the cause is for the log alone. */
export class SocialSignInError extends Error {
  override readonly name = 'SocialSignInError';
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** An account elsewhere that opens one here. Moments are milliseconds since 1970. */
export interface SocialAccountRecord {
  provider: OauthProvider;
  issuer: string;
  subject: string;
  userId: UserId;
  name: string | null;
  createdAt: number;
}

/** A browser that was sent to a provider. */
export interface FlowRecord {
  stateHash: string;
  /** Of the cookie of the browser. */
  browserHash: string;
  provider: OauthProvider;
  /** To link an account for the user of this session; null: to sign in. */
  sessionId: SessionId | null;
  /** Who is signed in here and is to show it: nobody else gets in by this. null: whoever comes back signs in. */
  userId: UserId | null;
  /** Path of the page to show afterwards. */
  returnPath: string | null;
  expiresAt: number;
}
