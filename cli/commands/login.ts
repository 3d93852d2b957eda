import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import type { User } from '#sdk/contract/users.js';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { signInByPassword } from '../login/sign-in.ts';
import { signInByBrowser } from '../login/web.ts';
import { signInWorkload } from '../login/workload.ts';
import { currentPasswordOptions } from '../options/passwords.ts';
import { toKebabCase } from '../options/specs.ts';
import { findServer, looksLikeToken, readServerUrl } from '../server/connect.ts';

interface SignedIn {
  server: string;
  username: string;
}

const LoginOptions = z.strictObject({
  identifier: z.optional(z.string().check(z.minLength(1), z.meta({ value: 'USER' }))),
  ...currentPasswordOptions,
  tokenStdin: z._default(z.boolean(), false),
  web: z._default(z.boolean(), false),
  workload: z._default(z.boolean(), false),
  audience: z.optional(
    z.string().check(z.minLength(1), z.meta({ value: 'AUDIENCE', text: 'workload_audience' })),
  ),
});
type LoginOptions = z.output<typeof LoginOptions>;

export const login = defineCommand({
  args: [{ name: 'url' }],
  options: LoginOptions,
  async run(context, { args, options }): Promise<SignedIn> {
    const server = args[0] === undefined ? await findServer(context) : readServerUrl(args[0]);
    if (!server) {
      throw new CliError({
        exit: 'usage',
        key: 'cli.errors.no_server',
        hint: { key: 'cli.hints.login_url' },
      });
    }
    const username = await signIn(context, server, options);
    context.output.note(context.translator.t('cli.login.done', { server, username }));
    return { server, username };
  },
});

async function signIn(context: Context, server: string, options: LoginOptions): Promise<string> {
  if (options.workload) {
    const { workload, tokenStdin, audience, ...others } = options;
    assertAlone('--workload', others);
    return keepToken(context, server, await signInWorkload(context, { server, tokenStdin, audience }));
  }
  if (options.web) {
    const { web, ...others } = options;
    assertAlone('--web', others);
    return signInByBrowser(context, { server });
  }
  if (options.tokenStdin) return signInByToken(context, server);
  return signInByPassword(context, { server, options });
}

/** The browser or the token tells which account it is: options that name or prove one are refused. */
function assertAlone(option: string, others: object): void {
  const other = Object.entries(others).find(([, value]) => value !== undefined && value !== false);
  if (!other) return;
  const params = { option, other: `--${toKebabCase(other[0])}` };
  throw new CliError({ exit: 'usage', key: 'cli.errors.options_exclusive', params });
}

/** Keeps an API key or access token from stdin, if the server accepts it. Returns the user's name. */
async function signInByToken(context: Context, server: string): Promise<string> {
  const token = (await text(context.streams.stdin)).trim();
  if (!looksLikeToken(token)) {
    throw new CliError({
      exit: 'usage',
      key: 'cli.errors.token_malformed',
      hint: { key: 'cli.hints.token_malformed' },
    });
  }
  return keepToken(context, server, token);
}

async function keepToken(context: Context, server: string, token: string): Promise<string> {
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
