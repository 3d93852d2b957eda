import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import { findServer } from '../connect.ts';
import { CliError } from '../errors.ts';
import { signInByPassword } from '../login/sign-in.ts';
import { signInByToken } from '../login/take-token.ts';
import { currentPasswordOptions } from '../passwords.ts';
import { readServerUrl } from '../server-url.ts';

interface SignedIn {
  server: string;
  username: string;
}

export const login = defineCommand({
  args: [{ name: 'url' }],
  options: z.strictObject({
    identifier: z.optional(z.string().check(z.minLength(1), z.meta({ value: 'USER' }))),
    ...currentPasswordOptions,
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
      : await signInByPassword(context, { server, options });
    context.output.note(context.translator.t('cli.login.done', { server, username }));
    return { server, username };
  },
});
