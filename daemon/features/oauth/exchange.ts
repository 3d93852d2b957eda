import type { AuthorizationCodeGrantChecks, IDToken, TokenEndpointResponse } from 'openid-client';
import { type Connection, toleranceSeconds } from './connection.ts';
import { codeOfGrant, failingAs, isClientRefused } from './protocol-errors.ts';
import type { ApiKind, Claims, OpenIdKind, ProviderKind } from './provider-kinds.ts';
import { requireKeyOfIssuer } from './signing-key.ts';
import type { AuthorizationRequest, Profile } from './types.ts';

/** The URL that the browser returned to, and the request it answers. */
interface Answer {
  callback: URL;
  request: AuthorizationRequest;
}

/** Builds the URL that the browser is sent to: RFC 6749, section 4.1.1, with the challenge of RFC 7636. */
export async function buildAuthorizationUrl(
  { library, configuration }: Connection,
  kind: ProviderKind,
  { redirectUri, state, nonce, codeVerifier }: AuthorizationRequest,
): Promise<URL> {
  return library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopeOf(kind, configuration.serverMetadata().scopes_supported),
    state,
    code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(kind.protocol === 'openid' && { nonce }),
  });
}

function scopeOf(kind: ProviderKind, supported: readonly string[] = []): string {
  const more = kind.protocol === 'openid' ? kind.scopeIfSupported : undefined;
  return more !== undefined && supported.includes(more) ? `${kind.scope} ${more}` : kind.scope;
}

/** @throws SocialSignInError */
export function identify(connection: Connection, kind: ProviderKind, answer: Answer): Promise<Profile> {
  return kind.protocol === 'openid'
    ? identifyByToken(connection, kind, answer)
    : identifyByApi(connection, kind, answer);
}

async function identifyByToken(connection: Connection, kind: OpenIdKind, answer: Answer): Promise<Profile> {
  const { library, configuration } = connection;
  const { callback, request } = answer;
  const { access_token, claims } = await failingAs(codeOfGrant(library), async () => {
    const tokens = await redeem(connection, callback, {
      expectedState: request.state,
      expectedNonce: request.nonce,
      pkceCodeVerifier: request.codeVerifier,
      idTokenExpected: true,
    });
    const sound = requireSound(tokens.claims(), configuration.clientMetadata().client_id);
    if (kind.hasManyIssuers) await requireKeyOfIssuer(connection, tokens.id_token, sound);
    return { ...tokens, claims: sound };
  });
  if (!kind.usesUserInfo || configuration.serverMetadata().userinfo_endpoint === undefined) {
    return kind.toProfile(claims);
  }
  const more = await failingAs('cannot_get_user_info', () =>
    library.fetchUserInfo(configuration, access_token, claims.sub),
  );
  return kind.toProfile(mergeClaims(claims, more));
}

/**
 * Redeems the code. Many clients are registered for a secret in the header only, whatever the metadata offers, so a
 * refusal is retried that way.
 */
async function redeem(
  { library, configuration, secret }: Connection,
  callback: URL,
  checks: AuthorizationCodeGrantChecks,
) {
  const grant = () => library.authorizationCodeGrant(configuration, callback, checks);
  const wasInForm = secret.isInForm;
  try {
    return await grant();
  } catch (error) {
    if (!wasInForm || !isClientRefused(library, error)) throw error;
    secret.isInForm = false;
    return grant().catch((again: unknown) => {
      throw isClientRefused(library, again) ? error : again;
    });
  }
}

async function identifyByApi(connection: Connection, kind: ApiKind, answer: Answer): Promise<Profile> {
  const { library, configuration } = connection;
  const { callback, request } = answer;
  const tokens = await failingAs(codeOfGrant(library), () =>
    library.authorizationCodeGrant(configuration, callback, {
      expectedState: request.state,
      pkceCodeVerifier: request.codeVerifier,
    }),
  );
  return failingAs('cannot_get_user_info', () => kind.identify((url) => read(connection, tokens, url)));
}

async function read(
  { library, configuration }: Connection,
  { access_token }: TokenEndpointResponse,
  url: string,
): Promise<unknown> {
  const answer = await library.fetchProtectedResource(configuration, access_token, new URL(url), 'GET');
  if (answer.status !== 200) throw new Error(`it answered with status ${answer.status}`);
  const json: unknown = await answer.json();
  return json;
}

/**
 * Checks what the library leaves open of OpenID Connect Core 1.0, sections 2 and 3.1.3.7: it has checked issuer,
 * audience, expiry, nonce and signature.
 */
function requireSound(claims: IDToken | undefined, clientId: string): IDToken {
  if (!claims) throw new Error('there is no ID token');
  // Uses the same clock as the library.
  if (claims.iat > Date.now() / 1000 + toleranceSeconds)
    throw new Error('the ID token was issued in the future');
  if (claims.azp !== undefined && claims.azp !== clientId)
    throw new Error('the ID token was issued to another client');
  if (claims.sub.length > 255) throw new Error('the subject of the ID token is too long');
  return claims;
}

/** Signed claims take precedence. A verified e-mail flag applies only to the very address it was sent with. */
function mergeClaims(claims: IDToken, more: Claims): Claims & IDToken {
  const isOtherAddress = claims.email !== undefined && claims.email !== more.email;
  return { ...more, ...(isOtherAddress && { email_verified: undefined }), ...claims };
}
