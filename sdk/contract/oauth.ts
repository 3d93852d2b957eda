import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { CurrentPassword, loggable, Timestamp } from './formats/primitives.ts';
import { accountSources, oauthProviders } from './oauth-providers.ts';

export const OauthProvider = z.enum(oauthProviders).register(loggable);
export type OauthProvider = z.output<typeof OauthProvider>;

export const AccountSource = z.enum(accountSources);
export type AccountSource = z.output<typeof AccountSource>;

/**
 * Why signing in with a provider failed, as shown by the page `/error?error=<code>&params=<provider>`. The text is
 * under `oauth.errors.<code>`.
 *
 * - `default`: anything else, including a provider that is unknown or turned off
 * - `access_denied`: the person declined at the provider
 * - `expired_token`: the person came back too late
 * - `invalid_token`: the response does not match this browser's request, or failed validation
 * - `no_user`: the linked account on this instance is disabled
 * - `no_email`: a new account needs an email address, and the provider sent none
 * - `already_linked`: the provider's account is linked to another account on this instance
 * - `not_linked`: the provider's account is not linked to an account on this instance, and none may be created
 * - `unverified_account`: a new account needs a verified address, and the provider does not confirm it
 * - `discord_guild_permission_denied`: not a member of the guild the instance is limited to, as far as Discord says
 * - `group_not_allowed`: not a member of a group that may sign in (`groups.allowed`)
 * - `cannot_get_user_info`: the provider did not say who the person is
 */
export const oauthErrors = [
  'default',
  'access_denied',
  'expired_token',
  'invalid_token',
  'no_user',
  'no_email',
  'already_linked',
  'not_linked',
  'unverified_account',
  'discord_guild_permission_denied',
  'group_not_allowed',
  'cannot_get_user_info',
] as const;

export type OauthErrorCode = (typeof oauthErrors)[number];

/** A provider, and whether the caller's account is linked to it. */
export const OauthStatus = z.strictObject({
  provider: OauthProvider,
  /** False for a provider that is linked but has been turned off since. */
  isEnabled: z.boolean(),
  /** The linked account at the provider, or null. */
  account: z.nullable(
    z.strictObject({
      /** The account's name at the provider. */
      name: z.nullable(z.string()),
      linkedAt: Timestamp,
    }),
  ),
});
export type OauthStatus = z.output<typeof OauthStatus>;

const providerParams = z.strictObject({ provider: OauthProvider });

/**
 * Browsers open these addresses, so any provider name leads to a page. Requests our pages never make get an error, as
 * elsewhere: undecodable or overlong ones, those with an API key, and those to an instance that is not set up.
 */
const anyProvider = z.strictObject({ provider: z.string() });

/** Signing in with providers: OAuth 2.0 (RFC 6749) with PKCE (RFC 7636), and OpenID Connect Core 1.0. */
export const oauth = {
  available: defineEndpoint({
    method: 'GET',
    path: '/oauth/available',
    access: 'anyone',
    apiKey: 'any',
    summary: 'List the providers that people can sign in with',
    response: z.array(OauthProvider),
    errors: [],
  }),
  status: defineEndpoint({
    method: 'GET',
    path: '/oauth/status',
    access: 'user',
    apiKey: 'session',
    summary: 'List the providers that are turned on or linked, with your linked accounts',
    response: z.array(OauthStatus),
    errors: [],
  }),
  signIn: defineEndpoint({
    method: 'GET',
    path: '/oauth/auth/:provider',
    access: 'anyone',
    apiKey: 'session',
    kind: 'redirect',
    summary:
      'For browsers: redirects to the provider to sign in, or to confirm your identity again. Afterwards, the browser returns to `from`, a path of this instance',
    params: anyProvider,
    query: z.looseObject({ from: z.optional(z.unknown()) }),
    errors: [],
  }),
  callback: defineEndpoint({
    method: 'GET',
    path: '/oauth/callback/:provider',
    access: 'anyone',
    apiKey: 'session',
    kind: 'redirect',
    summary:
      'For browsers: the callback to which providers return them (RFC 6749, section 4.1.2). Redirects to a page of this instance',
    params: anyProvider,
    query: z.looseObject({}),
    errors: [],
  }),
  link: defineEndpoint({
    method: 'POST',
    path: '/oauth/link/:provider',
    access: 'user',
    apiKey: 'session',
    summary:
      'Start linking a provider. Returns the address to open in the browser, which then returns to the account page',
    params: providerParams,
    body: z.strictObject({ password: CurrentPassword }),
    response: z.strictObject({ url: z.url() }),
    errors: ['password_wrong', 'fresh_sign_in_required', 'oauth_unavailable', 'oauth_linked'],
  }),
  unlink: defineEndpoint({
    method: 'POST',
    path: '/oauth/unlink/:provider',
    access: 'user',
    apiKey: 'session',
    summary: 'Unlink a provider; ends all your other sessions',
    params: providerParams,
    body: z.strictObject({ password: CurrentPassword }),
    errors: ['password_wrong', 'fresh_sign_in_required', 'oauth_not_linked', 'last_sign_in_method'],
  }),
};
