import type { Profile } from './types.ts';

/**
 * The claims of an ID token or a userinfo endpoint (OpenID Connect Core 1.0, section 5.1); they can be of any type, and
 * few are guaranteed.
 */
export type Claims = Readonly<Record<string, unknown>>;

/** A provider with OpenID Connect: it publishes its endpoints, and the ID token identifies the user. */
export interface OpenIdKind {
  protocol: 'openid';
  /** The issuer, or the URL of its metadata (OpenID Connect Discovery 1.0, section 4). */
  discoveryUrl: string;
  scope: string;
  /** Asked for in addition, if the metadata of the provider lists it. */
  scopeIfSupported?: string;
  /** Signs for many issuers, and names the issuer of each key. */
  hasManyIssuers: boolean;
  /** Also requests the userinfo endpoint, if there is one. */
  usesUserInfo: boolean;
  /**
   * Maps claims that were checked: signed by the issuer, for this client and this request.
   *
   * @throws SocialSignInError if this person may not sign in here
   */
  toProfile(claims: Claims & { iss: string; sub: string }): Profile;
}

/** A provider with plain OAuth 2.0: its own API identifies the user. */
export interface ApiKind {
  protocol: 'oauth';
  server: { issuer: string; authorization_endpoint: string; token_endpoint: string };
  scope: string;
  /**
   * Identifies the user. `read` returns the JSON at a URL for the bearer of the access token, and throws if the
   * provider does not answer with it.
   *
   * @throws SocialSignInError if this person may not sign in here
   */
  identify(read: (url: string) => Promise<unknown>): Promise<Profile>;
}

export type ProviderKind = OpenIdKind | ApiKind;

/** The credentials that the provider issued when this instance was registered there. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}
