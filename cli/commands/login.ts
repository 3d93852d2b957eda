import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import { findServer } from '../connect.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { askPassword, passwordOptions, readPassword } from '../passwords.ts';
import { readServerUrl } from '../server-url.ts';

interface SignedIn {
  server: string;
  username: string;
}

export const login = defineCommand({
  args: [{ name: 'url' }],
  options: z.strictObject({
    identifier: z.optional(z.string().check(z.minLength(1), z.meta({ value: 'USER' }))),
    passwordStdin: passwordOptions.passwordStdin,
    passwordFile: passwordOptions.passwordFile,
    tokenStdin: z._default(z.boolean(), false),
  }),
  async run(context, { args, options }): Promise<SignedIn> {
    const server = args[0] === undefined ? await findServer(context) : readServerUrl(args[0]);
    if (!server) {
      throw new CliError({
        exit: 'usage',
        key: 'cli.errors.no_server',
        hint: { key: 'cli.hints.login_url' },
      });
    }
    const username = options.tokenStdin
      ? await signInByToken(context, server)
      : await signIn(context, { server, options });
    context.output.note(context.translator.t('cli.login.done', { server, username }));
    return { server, username };
  },
});

async function signInByToken(context: Context, server: string): Promise<string> {
  const token = (await text(context.streams.stdin)).trim();
  const client = await context.createClient({ server, token });
  const user = token === '' ? null : await client.users.me();
  if (!user) throw new CliError({ exit: 'signIn', key: 'cli.errors.token_refused', params: { server } });
  await context.profiles.save(server, { username: user.username, token });
  return user.username;
}

interface SignInRequest {
  server: string;
  options: { identifier?: string | undefined; passwordStdin: boolean; passwordFile?: string | undefined };
}

async function signIn(context: Context, { server, options }: SignInRequest): Promise<string> {
  const { translator, profiles } = context;
  const identifier = options.identifier ?? (await askIdentifier(context));
  const question = translator.t('cli.prompts.password_of', { identifier, server });
  const password =
    (await readPassword(context, { options, question })) ?? (await askPassword(context, { question }));
  const client = await context.createClient({ server, sessionFile: profiles.sessionFile(server) });
  const outcome = await client.session.signIn({ identifier, password });
  const user =
    outcome.status === 'signedIn'
      ? outcome.user
      : await client.session.signInTotp({ loginToken: outcome.loginToken, totp: await askCode(context) });
  await profiles.save(server, { username: user.username });
  return user.username;
}

async function askCode({ terminal, translator }: Context): Promise<string> {
  return terminal.ask(`${translator.t('cli.prompts.totp')} `);
}

async function askIdentifier({ terminal, translator }: Context): Promise<string> {
  if (!terminal.isInteractive) {
    throw new CliError({
      exit: 'usage',
      key: 'cli.errors.option_missing',
      params: { option: '--identifier' },
    });
  }
  return terminal.ask(`${translator.t('cli.prompts.identifier')} `);
}
