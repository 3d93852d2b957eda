import type { OpenIdKind } from '../provider-kinds.ts';
import { textOf, toProfile } from './profile.ts';

interface Settings {
  discoveryUri: string;
  /** The claim that the user name is derived from; empty: one of the usual ones. */
  usernameClaim: string;
  /** The claim with the names of groups; empty: nobody says which there are. */
  groupsClaim: string;
}

/** Any provider that speaks OpenID Connect. */
export function oidc({ discoveryUri, usernameClaim, groupsClaim }: Settings): OpenIdKind {
  return {
    protocol: 'openid',
    discoveryUrl: discoveryUri,
    scope: 'openid email profile',
    // Many providers have a scope for the claim, and others refuse scopes that they do not know.
    ...(groupsClaim !== '' && { scopeIfSupported: 'groups' }),
    hasManyIssuers: false,
    usesUserInfo: true,
    toProfile(claims) {
      const email = textOf(claims.email);
      const username = textOf(claims.preferred_username);
      return {
        ...toProfile({
          issuer: claims.iss,
          subject: claims.sub,
          email,
          isEmailVerified: claims.email_verified === true,
          name: username ?? email ?? textOf(claims.name),
          usernames: [textOf(claims[usernameClaim]), username, textOf(claims.nickname), textOf(claims.name)],
        }),
        ...(groupsClaim !== '' && { groups: readGroups(claims[groupsClaim]) }),
      };
    },
  };
}

/** A list of names, or a single one. */
function readGroups(claim: unknown): string[] {
  return [claim].flat().filter((name) => typeof name === 'string');
}
