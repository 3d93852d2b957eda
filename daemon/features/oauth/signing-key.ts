import * as z from 'zod/mini';
import type { Connection } from './connection.ts';
import type { Claims } from './provider-kinds.ts';

const Key = z.object({ kid: z.optional(z.string()), issuer: z.optional(z.string()) });

/**
 * A key of a provider with many issuers may be for only one of them: that of personal accounts must not vouch for a
 * company. Rejects when the key that signed the ID token is for another issuer.
 *
 * https://learn.microsoft.com/en-us/entra/identity-platform/claims-validation
 */
export async function requireKeyOfIssuer(
  { library, configuration }: Connection,
  idToken: string | undefined,
  claims: Claims & { iss: string },
): Promise<void> {
  const { decodeProtectedHeader } = await import('jose');
  const { kid } = decodeProtectedHeader(idToken ?? '');
  const keys = z.array(Key).parse(library.getJwksCache(configuration)?.jwks.keys);
  const { issuer } = keys.find((key) => key.kid === kid) ?? {};
  if (issuer !== undefined && issuer.replace('{tenantid}', String(claims['tid'])) !== claims.iss) {
    throw new Error('the ID token is signed with a key of another issuer');
  }
}
