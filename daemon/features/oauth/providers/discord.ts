import * as z from 'zod/mini';
import { failingAs } from '../protocol-errors.ts';
import type { ApiKind } from '../provider-kinds.ts';
import { SocialSignInError } from '../types.ts';
import { toProfile } from './profile.ts';

const issuer = 'https://discord.com';
const api = `${issuer}/api/v10`;

const Snowflake = z.string().check(z.regex(/^\d{1,20}$/));

/** https://discord.com/developers/docs/resources/user#user-object */
const User = z.object({
  id: Snowflake,
  username: z.string(),
  global_name: z.nullish(z.string()),
  email: z.nullish(z.string()),
  verified: z.optional(z.boolean()),
});

/** https://discord.com/developers/docs/resources/user#get-current-user-guilds */
const Guilds = z.array(z.object({ id: Snowflake }));

/**
 * https://discord.com/developers/docs/topics/oauth2
 *
 * @param guild only its members may sign in; empty: everybody
 */
export function discord(guild: string): ApiKind {
  return {
    protocol: 'oauth',
    server: {
      issuer,
      authorization_endpoint: `${issuer}/oauth2/authorize`,
      token_endpoint: `${issuer}/api/oauth2/token`,
    },
    scope: guild === '' ? 'identify email' : 'identify email guilds',
    async identify(read) {
      const user = User.parse(await read(`${api}/users/@me`));
      if (guild !== '') await requireMember(read, guild);
      return toProfile({
        issuer,
        subject: user.id,
        email: user.email ?? null,
        isEmailVerified: user.verified === true,
        name: user.username,
        usernames: [user.username, user.global_name ?? null],
      });
    },
  };
}

/** If anything fails, the user is not treated as a member. */
async function requireMember(read: (url: string) => Promise<unknown>, guild: string): Promise<void> {
  const guilds = await failingAs('discord_guild_permission_denied', async () =>
    Guilds.parse(await read(`${api}/users/@me/guilds`)),
  );
  if (!guilds.some(({ id }) => id === guild)) throw new SocialSignInError('discord_guild_permission_denied');
}
