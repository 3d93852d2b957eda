import * as z from 'zod/mini';
import type { ApiKind } from '../provider-kinds.ts';
import { toProfile } from './profile.ts';

const issuer = 'https://github.com/login/oauth';
const api = 'https://api.github.com';

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
const User = z.object({ id: z.int(), login: z.string() });

/** https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user */
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const github: ApiKind = {
  protocol: 'oauth',
  server: {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/access_token`,
  },
  scope: 'read:user user:email',
  async identify(read) {
    const { id, login } = User.parse(await read(`${api}/user`));
    // The address in the profile is only what the user wants to show there.
    const emails = Emails.parse(await read(`${api}/user/emails?per_page=100`));
    const primary = emails.find((each) => each.primary);
    return toProfile({
      issuer,
      subject: String(id),
      email: primary?.email ?? null,
      isEmailVerified: primary?.verified ?? false,
      name: login,
      usernames: [login],
    });
  },
};
