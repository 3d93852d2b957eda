import type { Profile } from './types.ts';

/** What an ID token or a userinfo endpoint says (OpenID Connect Core 1.0, section 5.1); of any type, and not much of it is sure. */
export type Claims = Readonly<Record<string, unknown>>;

/** Speaks OpenID Connect: it tells itself where its endpoints are, and who somebody is stands in the ID token. */
export interface OpenIdKind {
  protocol: 'openid';
  /** The issuer, or the address of its metadata (OpenID Connect Discovery 1.0, section 4). */
  discoveryUrl: string;
  scope: string;
  /** Signs for many issuers, and says of each key for which. */
  hasManyIssuers: boolean;
  /** Asks the userinfo endpoint too, if there is one. */
  usesUserInfo: boolean;
  /**
   * From claims that were checked: signed by the issuer, for this client and this request.
   *
   * @throws SocialSignInError where this person may not sign in here
   */
  toProfile(claims: Claims & { iss: string; sub: string }): Profile;
}

/** Speaks OAuth 2.0 alone: who somebody is tells an API of its own. */
export interface ApiKind {
  protocol: 'oauth';
  server: { issuer: string; authorization_endpoint: string; token_endpoint: string };
  scope: string;
  /**
   * Who it is. `read` answers what stands at an address for the bearer of the access token, from JSON, and throws where the
   * provider does not tell.
   *
   * @throws SocialSignInError where this person may not sign in here
   */
  identify(read: (url: string) => Promise<unknown>): Promise<Profile>;
}

export type ProviderKind = OpenIdKind | ApiKind;

/** What the provider gave when this instance was registered there. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}
