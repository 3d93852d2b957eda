import type { Claims, OpenIdKind } from '../provider-kinds.ts';
import { SocialSignInError } from '../types.ts';
import { textOf, toProfile } from './profile.ts';

/** The tenant of personal accounts: https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference */
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** Values that mean several tenants, and which accounts each allows; any other value is a single issuer. */
const rules: Readonly<Record<string, (tid: unknown) => boolean>> = {
  organizations: (tid) => typeof tid === 'string' && tid !== personal,
  consumers: (tid) => tid === personal,
};

/**
 * https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 *
 * @param tenant `common`, `organizations`, `consumers`, a domain or a GUID
 */
export function microsoft(tenant: string): OpenIdKind {
  const isLetIn = rules[tenant.toLowerCase()] ?? (() => true);
  return {
    protocol: 'openid',
    discoveryUrl: `https://login.microsoftonline.com/${tenant}/v2.0`,
    scope: 'openid email profile',
    hasManyIssuers: true,
    usesUserInfo: false,
    toProfile(claims) {
      if (!isLetIn(claims.tid)) {
        throw new SocialSignInError(
          'invalid_token',
          new Error('the account is of a tenant that may not sign in'),
        );
      }
      const email = textOf(claims.email);
      const username = textOf(claims.preferred_username);
      return toProfile({
        issuer: claims.iss,
        subject: claims.sub,
        email,
        isEmailVerified: isOfDomainOwner(claims),
        name: username ?? email,
        usernames: [username, textOf(claims.name)],
      });
    },
  };
}

/**
 * An administrator of a tenant can give any address to one of its accounts. Only this claim says that the tenant owns
 * the domain; it is sent as a boolean, a number or a text.
 */
function isOfDomainOwner({ xms_edov }: Claims): boolean {
  return xms_edov === true || xms_edov === 1 || xms_edov === '1' || xms_edov === 'true';
}
