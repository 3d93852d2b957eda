import { createAuthorizationCodes } from './authorization-codes.ts';
import { createIdTokens } from './id-tokens.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

export interface GoogleStandIn extends StandIn {
  /** The claims of the user in front of it. */
  person: Record<string, unknown>;
}

const issuer = 'https://accounts.google.com';
const client = { id: '407408718192.apps.googleusercontent.com', secret: 'GOCSPX-0123456789abcdefghijklmnop' };

const refusals = {
  invalid_client: [401, { error: 'invalid_client', error_description: 'Unauthorized' }],
  invalid_grant: [400, { error: 'invalid_grant', error_description: 'Bad Request' }],
  redirect_uri_mismatch: [400, { error: 'redirect_uri_mismatch', error_description: 'Bad Request' }],
} as const;

/** https://developers.google.com/identity/openid-connect/openid-connect */
export async function startGoogle(): Promise<GoogleStandIn> {
  const codes = createAuthorizationCodes(client);
  const idTokens = createIdTokens(client.secret);

  const standIn = await startStandIn({
    'GET accounts.google.com/.well-known/openid-configuration': () => ({ body: metadata }),
    'GET www.googleapis.com/oauth2/v3/certs': () => ({ body: { keys: [idTokens.publicJwk] } }),
    'GET accounts.google.com/o/oauth2/v2/auth': codes.authorize,
    'POST oauth2.googleapis.com/token': (question) => {
      const granted = codes.exchange(question);
      if (typeof granted === 'string') {
        const [status, body] = refusals[granted];
        return { status, body };
      }
      const now = Math.floor(Date.now() / 1000);
      const parties = { iss: issuer, azp: client.id, aud: client.id };
      const claims = { ...parties, ...google.person, nonce: granted.nonce, iat: now, exp: now + 3599 };
      return {
        body: {
          access_token: codes.issue(granted),
          expires_in: 3599,
          scope: granted.scopes.join(' '),
          token_type: 'Bearer',
          id_token: idTokens.sign(claims),
        },
      };
    },
  });
  const google: GoogleStandIn = {
    ...standIn,
    client,
    env: {
      FILESHARE_CONFIG_OAUTH_GOOGLE_ENABLED: 'true',
      FILESHARE_CONFIG_OAUTH_GOOGLE_CLIENT_ID: client.id,
      FILESHARE_CONFIG_OAUTH_GOOGLE_CLIENT_SECRET: client.secret,
    },
    person: {
      sub: '110169484474386276334',
      email: 'grace@example.org',
      email_verified: true,
      name: 'Grace Hopper',
      given_name: 'Grace',
      family_name: 'Hopper',
      picture: 'https://lh3.googleusercontent.com/a-/photo.jpg',
    },
  };
  return google;
}

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
  token_endpoint: 'https://oauth2.googleapis.com/token',
  userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
  revocation_endpoint: 'https://oauth2.googleapis.com/revoke',
  jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  response_types_supported: ['code', 'token', 'id_token', 'code token', 'code id_token', 'none'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['plain', 'S256'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
};
