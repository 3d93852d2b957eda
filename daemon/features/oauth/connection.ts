import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import type { Outbound } from '../../outbound/outbound.ts';
import { UnreachableError } from './protocol-errors.ts';
import type { Credentials, OpenIdKind, ProviderKind } from './provider-kinds.ts';

export type Library = typeof import('openid-client');

/** A provider with its discovered metadata. */
export interface Connection {
  library: Library;
  configuration: Configuration;
  secret: SecretPlace;
}

/**
 * Whether the client secret is sent in the form. This is preferred if it is supported, because many providers do not
 * decode what the header has encoded.
 */
interface SecretPlace {
  isInForm: boolean;
}

/** Seconds by which clocks may differ. */
export const toleranceSeconds = 60;

/** Discovers the endpoints of a provider; throws if the provider does not publish them. */
export async function connect(
  kind: ProviderKind,
  { clientId, clientSecret }: Credentials,
  outbound: Pick<Outbound, 'fetch'>,
): Promise<Connection> {
  // Loaded with the first sign-in: many instances use no provider.
  const library = await import('openid-client');
  const metadata = { client_secret: clientSecret, [library.clockTolerance]: toleranceSeconds };
  const fetchThere = fetchBy(outbound);

  if (kind.protocol === 'oauth') {
    const auth = library.ClientSecretPost();
    const configuration = new library.Configuration(kind.server, clientId, metadata, auth);
    configuration[library.customFetch] = fetchThere;
    return { library, configuration, secret: { isInForm: true } };
  }
  const secret: SecretPlace = { isInForm: false };
  const configuration = await library.discovery(
    new URL(kind.discoveryUrl),
    clientId,
    metadata,
    authenticateBy(library, secret),
    {
      [library.customFetch]: fetchThere,
      // In the code flow the standard accepts TLS alone (OpenID Connect Core 1.0, section 3.1.3.7); this instance does
      // not. It accepts only signatures by a key of the provider, neither `none` nor HMAC, whatever the provider
      // offers.
      execute: [library.enableNonRepudiationChecks],
    },
  );
  const { issuer, token_endpoint_auth_methods_supported: methods } = configuration.serverMetadata();
  requireIssuer(kind, issuer);
  secret.isInForm = methods?.includes('client_secret_post') ?? false;
  return { library, configuration, secret };
}

function fetchBy(outbound: Pick<Outbound, 'fetch'>): CustomFetch {
  return async (url, { method, headers, body }) => {
    try {
      const form = body instanceof URLSearchParams && { body: String(body) };
      return await outbound.fetch(url, { method, headers, ...form });
    } catch (error) {
      throw new UnreachableError('the provider does not answer', { cause: error });
    }
  };
}

function authenticateBy({ ClientSecretBasic, ClientSecretPost }: Library, secret: SecretPlace): ClientAuth {
  const [basic, post] = [ClientSecretBasic(), ClientSecretPost()];
  return (...request) => (secret.isInForm ? post : basic)(...request);
}

/**
 * Checks the issuer of the metadata: the library does so only if it was given the issuer itself (OpenID Connect
 * Discovery 1.0, section 4.3).
 */
function requireIssuer({ discoveryUrl }: OpenIdKind, issuer: string): void {
  if (!discoveryUrl.includes('/.well-known/')) return;
  const expected = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).href;
  if (expected !== new URL(discoveryUrl).href) {
    throw new Error(`the metadata are those of another issuer, ${issuer}`);
  }
}
