import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { CurrentPassword, loggable, Timestamp } from './formats/primitives.ts';
import { oauthProviders } from './oauth-providers.ts';

export const OauthProvider = z.enum(oauthProviders).register(loggable);
export type OauthProvider = z.output<typeof OauthProvider>;

/**
 * Why a sign-in by a provider came to nothing: the page `/error?error=<code>&params=<provider>` says it. The text stands
 * under `oauth.errors.<code>`.
 *
 * - `default`: anything else, the provider not being there or not being enabled included
 * - `access_denied`: the person said no at the provider
 * - `expired_token`: the person came back too late
 * - `invalid_token`: what came back is not the answer to what this browser asked, or is not to be believed
 * - `no_user`: the account here is linked, and may not be used
 * - `no_email`: an account was to be made, and the provider tells no address
 * - `already_linked`: the account there is linked to another account here
 * - `not_linked`: the account there is linked to none, and none may be made
 * - `unverified_account`: an account was to be made, and the provider does not vouch for the address
 * - `discord_guild_permission_denied`: not a member of the guild the instance is limited to, as far as Discord says
 * - `cannot_get_user_info`: the provider does not tell who it is
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
  'cannot_get_user_info',
] as const;

export type OauthErrorCode = (typeof oauthErrors)[number];

/** A provider, from the view of an account. */
export const OauthStatus = z.strictObject({
  provider: OauthProvider,
  /** False: linked at a time when it was. */
  isEnabled: z.boolean(),
  /** The account there, or null. */
  account: z.nullable(
    z.strictObject({
      /** How it is called there. */
      name: z.nullable(z.string()),
      linkedAt: Timestamp,
    }),
  ),
});
export type OauthStatus = z.output<typeof OauthStatus>;

const providerParams = z.strictObject({ provider: OauthProvider });

/**
 * What browsers are led to: whatever provider stands in the address, a page follows. What no page of ours makes gets an error
 * as elsewhere: what cannot be decoded, is too long, comes with an API key, or to an instance that is not set up.
 */
const anyProvider = z.strictObject({ provider: z.string() });

/** Signing in by providers: OAuth 2.0 (RFC 6749) with PKCE (RFC 7636), and OpenID Connect Core 1.0. */
export const oauth = {
  available: defineEndpoint({
    method: 'GET',
    path: '/oauth/available',
    access: 'anyone',
    apiKey: 'any',
    summary: 'The providers by which one can sign in',
    response: z.array(OauthProvider),
    errors: [],
  }),
  status: defineEndpoint({
    method: 'GET',
    path: '/oauth/status',
    access: 'user',
    apiKey: 'session',
    summary: 'The providers that are enabled or linked, with the accounts the caller has linked',
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
      'For browsers: leads to the provider to sign in there, or to show anew that it is oneself. Afterwards the browser comes to `from`, a path of this instance',
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
      'For browsers: where providers send them back (RFC 6749, section 4.1.2). Leads on to a page of this instance',
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
      'Begin to link an account of a provider: answers where the browser is to go. It comes back to the account page',
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
    summary: 'Take back the link to an account of a provider; ends all other sessions of the account',
    params: providerParams,
    body: z.strictObject({ password: CurrentPassword }),
    errors: ['password_wrong', 'fresh_sign_in_required', 'oauth_not_linked', 'last_sign_in_method'],
  }),
};
