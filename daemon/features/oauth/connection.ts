import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import type { Outbound } from '../../outbound/outbound.ts';
import { UnreachableError } from './protocol-errors.ts';
import type { Credentials, OpenIdKind, ProviderKind } from './provider-kinds.ts';

export type Library = typeof import('openid-client');

/** A provider, as it told about itself. */
export interface Connection {
  library: Library;
  configuration: Configuration;
  secret: SecretPlace;
}

/** Where the client secret goes: in the form while that is understood, as many a provider does not decode what the header has encoded. */
interface SecretPlace {
  isInForm: boolean;
}

/** How far clocks may be apart. */
export const toleranceSeconds = 60;

/** Finds out where the endpoints of a provider are; throws where it does not tell. */
export async function connect(
  kind: ProviderKind,
  { clientId, clientSecret }: Credentials,
  outbound: Pick<Outbound, 'fetch'>,
): Promise<Connection> {
  // Loaded with the first sign-in: many instances know no provider.
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
      // In the code flow TLS alone is enough for the standard (OpenID Connect Core 1.0, section 3.1.3.7), not for us. Only
      // signatures by a key of the provider's are known here: neither `none` nor HMAC, whatever the provider offers.
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

/** Of whom the metadata are: the library looks at it only where the issuer itself was given (OpenID Connect Discovery 1.0, section 4.3). */
function requireIssuer({ discoveryUrl }: OpenIdKind, issuer: string): void {
  if (!discoveryUrl.includes('/.well-known/')) return;
  const expected = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).href;
  if (expected !== new URL(discoveryUrl).href) {
    throw new Error(`the metadata are those of another issuer, ${issuer}`);
  }
}
