import { text } from 'node:stream/consumers';
import { AppError } from '#sdk/contract/errors.js';
import type { User } from '#sdk/contract/users.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/errors.ts';
import { looksLikeToken } from '../server/tokens.ts';

/** Keeps an API key or access token from stdin, if the server knows it; answers the user's name. */
export async function signInByToken(context: Context, server: string): Promise<string> {
  const token = (await text(context.streams.stdin)).trim();
  if (!looksLikeToken(token)) {
    throw new CliError({
      exit: 'usage',
      key: 'cli.errors.token_malformed',
      hint: { key: 'cli.hints.token_malformed' },
    });
  }
  const user = await askWho(context, server, token);
  await context.profiles.save(server, { username: user.username, token });
  return user.username;
}

async function askWho(context: Context, server: string, token: string): Promise<User> {
  const client = await context.createClient({ server, token });
  const user = await client.users.me().catch((error: unknown) => {
    if (error instanceof AppError && error.status === 401) return null;
    throw error;
  });
  if (user) return user;
  throw new CliError({
    exit: 'signIn',
    key: 'cli.errors.token_refused',
    params: { server },
    hint: { key: 'cli.hints.token_refused' },
  });
}
