import { createAuthorizationCodes } from './authorization-codes.ts';
import { createIdTokens } from './id-tokens.ts';
import { type Endpoints, type StandIn, startStandIn } from './stand-in.ts';

export interface MicrosoftStandIn extends StandIn {
  /** The claims of the user in front of it; `tid` is the tenant, which determines the issuer. */
  person: Record<string, unknown>;
}

/** The tenant of all personal accounts. */
export const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
/** A company. */
export const companyTenant = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490';

const host = 'login.microsoftonline.com';
const client = { id: '6731de76-14a6-49ae-97bc-6eba6914391e', secret: 'JqQX2PNo9bpM0uEihUPzyrh-0123456789' };

/** The issuer that the metadata names: the template matches any. */
const issuers = {
  common: '{tenantid}',
  organizations: '{tenantid}',
  consumers: personalTenant,
  [companyTenant]: companyTenant,
  'example.org': companyTenant,
};

const refusals = {
  invalid_client: [401, 7000215, 'Invalid client secret provided.'],
  invalid_grant: [400, 70008, 'The provided authorization code is expired or was redeemed already.'],
  redirect_uri_mismatch: [400, 50011, 'The redirect URI does not match.'],
} as const;

/** https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc */
export async function startMicrosoft(): Promise<MicrosoftStandIn> {
  const codes = createAuthorizationCodes(client);
  const idTokens = createIdTokens(client.secret);
  // The algorithm is not published there.
  const { alg: _, ...key } = idTokens.publicJwk;

  const ofTenant = ([tenant, issuer]: [string, string]): Endpoints => ({
    [`GET ${host}/${tenant}/v2.0/.well-known/openid-configuration`]: () => ({
      body: metadataOf(tenant, issuer),
    }),
    [`GET ${host}/${tenant}/discovery/v2.0/keys`]: () => ({
      body: { keys: [{ ...key, issuer: `https://${host}/${issuer}/v2.0` }] },
    }),
    [`GET ${host}/${tenant}/oauth2/v2.0/authorize`]: codes.authorize,
    [`POST ${host}/${tenant}/oauth2/v2.0/token`]: (question) => {
      const granted = codes.exchange(question);
      if (typeof granted === 'string') {
        const [status, number, text] = refusals[granted];
        const error = granted === 'invalid_client' ? granted : 'invalid_grant';
        const description = `AADSTS${number}: ${text} Timestamp: 2026-11-21 20:00:00Z`;
        return { status, body: { error, error_description: description, error_codes: [number] } };
      }
      const now = Math.floor(Date.now() / 1000);
      const { person } = microsoft;
      const claims = {
        iss: `https://${host}/${String(person['tid'])}/v2.0`,
        aud: client.id,
        ...person,
        nonce: granted.nonce,
        iat: now,
        nbf: now,
        exp: now + 3900,
        ver: '2.0',
      };
      return {
        body: {
          token_type: 'Bearer',
          scope: granted.scopes.join(' '),
          expires_in: 3900,
          ext_expires_in: 3900,
          access_token: codes.issue(granted),
          id_token: idTokens.sign(claims),
        },
      };
    },
  });
  const standIn = await startStandIn(
    Object.fromEntries(Object.entries(issuers).flatMap((each) => Object.entries(ofTenant(each)))),
  );
  const microsoft: MicrosoftStandIn = {
    ...standIn,
    client,
    env: {
      FILESHARE_CONFIG_OAUTH_MICROSOFT_ENABLED: 'true',
      FILESHARE_CONFIG_OAUTH_MICROSOFT_CLIENT_ID: client.id,
      FILESHARE_CONFIG_OAUTH_MICROSOFT_CLIENT_SECRET: client.secret,
    },
    person: {
      tid: companyTenant,
      oid: '00000000-0000-0000-66f3-3332eca7ea81',
      sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      name: 'Abe Lincoln',
      preferred_username: 'abeli@example.org',
      email: 'abeli@example.org',
      xms_edov: true,
    },
  };
  return microsoft;
}

const metadataOf = (tenant: string, issuer: string) => ({
  issuer: `https://${host}/${issuer}/v2.0`,
  authorization_endpoint: `https://${host}/${tenant}/oauth2/v2.0/authorize`,
  token_endpoint: `https://${host}/${tenant}/oauth2/v2.0/token`,
  jwks_uri: `https://${host}/${tenant}/discovery/v2.0/keys`,
  userinfo_endpoint: 'https://graph.microsoft.com/oidc/userinfo',
  token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
  response_modes_supported: ['query', 'fragment', 'form_post'],
  response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
  cloud_instance_name: 'microsoftonline.com',
});
