import { createAuthorizationCodes } from './authorization-codes.ts';
import { type Question, type StandIn, type StandInAnswer, startStandIn } from './stand-in.ts';

export interface DiscordStandIn extends StandIn {
  /** The user in front of it. */
  person: {
    id: string;
    username: string;
    global_name: string | null;
    email: string | null;
    verified: boolean;
    guilds: { id: string; name: string }[];
  };
}

/** Discord's answer to too many requests. */
export const rateLimited: StandInAnswer = {
  status: 429,
  headers: { 'retry-after': '65', 'x-ratelimit-scope': 'user' },
  body: { message: 'You are being rate limited.', retry_after: 64.57, global: false },
};

const client = { id: '157730590492196864', secret: '937it3ow87i4ery69876wqire' };

const refusals = {
  invalid_client: [401, { error: 'invalid_client' }],
  invalid_grant: [400, { error: 'invalid_grant', error_description: 'Invalid "code" in request.' }],
  redirect_uri_mismatch: [
    400,
    { error: 'invalid_grant', error_description: 'Invalid "redirect_uri" in request.' },
  ],
} as const;

/** https://discord.com/developers/docs/topics/oauth2 */
export async function startDiscord(): Promise<DiscordStandIn> {
  const codes = createAuthorizationCodes(client);

  function answerTo(question: Question, scope: string, body: (scopes: string[]) => unknown): StandInAnswer {
    const grant = codes.grantOf(question);
    if (!grant) return { status: 401, body: { message: '401: Unauthorized', code: 0 } };
    if (!grant.scopes.includes(scope))
      return { status: 403, body: { message: 'Missing Access', code: 50001 } };
    return { body: body(grant.scopes) };
  }

  const standIn = await startStandIn({
    'GET discord.com/oauth2/authorize': codes.authorize,
    'POST discord.com/api/oauth2/token': (question) => {
      const granted = codes.exchange(question);
      if (typeof granted === 'string') {
        const [status, body] = refusals[granted];
        return { status, body };
      }
      return {
        body: {
          access_token: codes.issue(granted),
          token_type: 'Bearer',
          expires_in: 604800,
          refresh_token: 'D43f5y0ahjqew82jZ4NViEr2YafMKhue',
          scope: granted.scopes.join(' '),
        },
      };
    },
    'GET discord.com/api/v10/users/@me': (question) =>
      answerTo(question, 'identify', (scopes) => {
        const { guilds: _, email, verified, ...user } = discord.person;
        // Both are sent only with the scope `email`.
        return {
          ...user,
          discriminator: '0',
          locale: 'de',
          ...(scopes.includes('email') && { email, verified }),
        };
      }),
    'GET discord.com/api/v10/users/@me/guilds': (question) =>
      answerTo(question, 'guilds', () =>
        discord.person.guilds.map((guild) => ({
          ...guild,
          icon: null,
          owner: false,
          permissions: '0',
          features: [],
        })),
      ),
  });
  const discord: DiscordStandIn = {
    ...standIn,
    client,
    env: {
      FILESHARE_CONFIG_OAUTH_DISCORD_ENABLED: 'true',
      FILESHARE_CONFIG_OAUTH_DISCORD_CLIENT_ID: client.id,
      FILESHARE_CONFIG_OAUTH_DISCORD_CLIENT_SECRET: client.secret,
    },
    person: {
      id: '80351110224678912',
      username: 'nelly',
      global_name: 'Nelly the Elephant',
      email: 'nelly@example.org',
      verified: true,
      guilds: [{ id: '197038439483310086', name: 'Testers' }],
    },
  };
  return discord;
}
