import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as z from 'zod/mini';

/** A JSON object with any content. */
export const JsonObject = z.record(z.string(), z.unknown());

/**
 * Who signs an ID token:
 *
 * - `provider`: the right one, with RS256
 * - `nobody`: `alg` is `none`
 * - `secret`: HMAC with the secret of the client
 * - `public key`: HMAC with the public key of the provider, which anybody has
 * - `stranger`: another key under the name of the right one
 * - `missing`: the header names the right key, and there is no signature
 */
export type SignedBy = 'provider' | 'nobody' | 'secret' | 'public key' | 'stranger' | 'missing';

export interface IdTokens {
  /** RFC 7517, including the private part. */
  jwk: Record<string, unknown>;
  /** The part that the provider publishes. */
  publicJwk: Record<string, unknown>;
  /** Signs an ID token with these claims; a claim that is undefined is left out. */
  sign(claims: Record<string, unknown>, signedBy?: SignedBy): string;
}

const keyId = 'key-1';

/** Creates the ID tokens of a provider: right ones, and those of an attacker. */
export function createIdTokens(clientSecret: string): IdTokens {
  const { privateKey, publicKey } = createKeys();
  const named = { kid: keyId, alg: 'RS256', use: 'sig' };
  const pem = publicKey.export({ type: 'spki', format: 'pem' });

  const signatures: Record<SignedBy, { alg: string; of(input: string): Buffer }> = {
    provider: { alg: 'RS256', of: (input) => signRsa(input, privateKey) },
    nobody: { alg: 'none', of: () => Buffer.alloc(0) },
    secret: { alg: 'HS256', of: (input) => createHmac('sha256', clientSecret).update(input).digest() },
    'public key': { alg: 'HS256', of: (input) => createHmac('sha256', pem).update(input).digest() },
    stranger: { alg: 'RS256', of: (input) => signRsa(input, createKeys().privateKey) },
    missing: { alg: 'RS256', of: () => Buffer.alloc(0) },
  };

  return {
    jwk: { ...privateKey.export({ format: 'jwk' }), ...named },
    publicJwk: { ...publicKey.export({ format: 'jwk' }), ...named },
    sign(claims, signedBy = 'provider') {
      const { alg, of } = signatures[signedBy];
      const input = `${encode({ alg, kid: keyId, typ: 'JWT' })}.${encode(claims)}`;
      return `${input}.${of(input).toString('base64url')}`;
    },
  };
}

/** Reads the claims of an ID token without checking them. */
export function readClaims(idToken: unknown): Record<string, unknown> {
  const [, claims = ''] = String(idToken).split('.');
  return JsonObject.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
}

const createKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

const signRsa = (input: string, key: KeyObject): Buffer => sign('sha256', Buffer.from(input), key);

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
