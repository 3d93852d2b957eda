import type { FetchImplementation, JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import type { Clock } from '../../crypto/clock.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { WorkloadClaims } from './types.ts';

interface Deps {
  outbound: Outbound;
  clock: Pick<Clock, 'now' | 'monotonic'>;
}

export interface Issuers {
  /** Returns the issuer that a token names, unverified; null if it is not a JSON Web Token. */
  named(token: string): Promise<string | null>;
  /**
   * Checks the signature and the times of a token of this issuer. Sends requests to it, so it must be one that an
   * administrator has entered.
   *
   * @throws UntrustedTokenError
   */
  verify(token: string, issuer: string): Promise<WorkloadClaims>;
}

/** The reason is for the log and the audit log only. */
export class UntrustedTokenError extends Error {
  override readonly name = 'UntrustedTokenError';
}

/** Only signatures whose key the issuer keeps to itself: neither `none` nor HMAC. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Seconds by which clocks may differ. */
const toleranceSeconds = 60;

/** No token is accepted for longer, whatever it says. */
const maxAge = '1 day';

/** Milliseconds that an issuer's metadata is cached; its keys are fetched again when a token names a new one. */
const metadataLifetime = 10 * 60_000;

/** OpenID Connect Discovery 1.0, section 3. */
const Metadata = z.object({ issuer: z.string(), jwks_uri: z.string() });

/** Loaded with the first token: many instances have no workloads. */
let library: Promise<typeof import('jose')> | undefined;
const loadLibrary = () => (library ??= import('jose'));

/** The issuers of tokens: their keys are found by OpenID Connect Discovery. */
export function createIssuers({ outbound, clock }: Deps): Issuers {
  const known = new Map<string, { until: number; keys: Promise<JWTVerifyGetKey> }>();

  const fetchKeys: FetchImplementation = (url, { method, headers }) =>
    outbound.fetch(url, { method, headers: Object.fromEntries(headers) });

  async function discover(issuer: string): Promise<JWTVerifyGetKey> {
    const { createRemoteJWKSet, customFetch } = await loadLibrary();
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const metadata = Metadata.parse(await outbound.fetchJson(url));
    if (metadata.issuer !== issuer) throw new Error('the metadata are those of another issuer');
    return createRemoteJWKSet(new URL(metadata.jwks_uri), { [customFetch]: fetchKeys });
  }

  async function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
    const found = known.get(issuer);
    if (found && found.until > clock.monotonic()) return found.keys;
    const keys = discover(issuer);
    const entry = { until: clock.monotonic() + metadataLifetime, keys };
    known.set(issuer, entry);
    try {
      return await keys;
    } catch (error) {
      // An issuer that does not answer now is asked again with the next token.
      if (known.get(issuer) === entry) known.delete(issuer);
      throw new UntrustedTokenError('issuer unreachable', { cause: error });
    }
  }

  return {
    async named(token) {
      const { decodeJwt, errors } = await loadLibrary();
      try {
        const { iss } = decodeJwt(token);
        return typeof iss === 'string' ? iss : null;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },

    async verify(token, issuer) {
      const { errors, jwtVerify } = await loadLibrary();
      const keys = await keysOf(issuer);
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms,
          issuer,
          requiredClaims: ['aud', 'exp', 'iat'],
          clockTolerance: toleranceSeconds,
          maxTokenAge: maxAge,
          currentDate: new Date(clock.now()),
        });
        return payload;
      } catch (error) {
        // Without the error of the library, which contains claims of the token.
        if (error instanceof errors.JWTExpired) throw new UntrustedTokenError('expired');
        if (error instanceof errors.JWTClaimValidationFailed) {
          throw new UntrustedTokenError(`invalid ${error.claim}`);
        }
        if (error instanceof errors.JOSEError) throw new UntrustedTokenError('signature');
        throw new UntrustedTokenError('issuer unreachable', { cause: error });
      }
    },
  };
}
