import type { OpenIdKind } from '../provider-kinds.ts';
import { textOf, toProfile } from './profile.ts';

interface Settings {
  discoveryUri: string;
  /** The claim that the user name is derived from; empty: one of the usual ones. */
  usernameClaim: string;
}

/** Any provider that speaks OpenID Connect. */
export function oidc({ discoveryUri, usernameClaim }: Settings): OpenIdKind {
  return {
    protocol: 'openid',
    discoveryUrl: discoveryUri,
    scope: 'openid email profile',
    hasManyIssuers: false,
    usesUserInfo: true,
    toProfile(claims) {
      const email = textOf(claims.email);
      const username = textOf(claims.preferred_username);
      return toProfile({
        issuer: claims.iss,
        subject: claims.sub,
        email,
        isEmailVerified: claims.email_verified === true,
        name: username ?? email ?? textOf(claims.name),
        usernames: [textOf(claims[usernameClaim]), username, textOf(claims.nickname), textOf(claims.name)],
      });
    },
  };
}
