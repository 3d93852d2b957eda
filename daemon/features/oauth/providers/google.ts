import type { OpenIdKind } from '../provider-kinds.ts';
import { textOf, toProfile } from './profile.ts';

/** https://developers.google.com/identity/openid-connect/openid-connect */
export const google: OpenIdKind = {
  protocol: 'openid',
  discoveryUrl: 'https://accounts.google.com',
  scope: 'openid email profile',
  hasManyIssuers: false,
  usesUserInfo: false,
  toProfile(claims) {
    const email = textOf(claims.email);
    const name = textOf(claims.name);
    return toProfile({
      issuer: claims.iss,
      subject: claims.sub,
      email,
      isEmailVerified: claims.email_verified === true,
      name: email ?? name,
      usernames: [email, name],
    });
  },
};
