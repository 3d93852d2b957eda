import * as z from 'zod/mini';
import { Email, Username } from '#sdk/contract/primitives.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { askPassword, currentPasswordOptions, readPassword } from '../passwords.ts';
import { readOptions } from '../read-input.ts';

const Account = z.strictObject({ email: Email, username: Username });

export const init = defineCommand({
  options: z.strictObject({
    email: z.optional(Email.check(z.meta({ value: 'ADDRESS' }))),
    username: z.optional(Username.check(z.meta({ value: 'NAME' }))),
    ...currentPasswordOptions,
    appName: z.optional(z.string().check(z.meta({ value: 'NAME' }))),
    appUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
    dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
  }),
  async run(context, { options }) {
    const { email, username, passwordStdin, passwordFile, ...rest } = options;
    const account = readOptions(context.translator, Account, {
      email: email ?? (await askFor(context, 'cli.prompts.email', '--email')),
      username: username ?? (await askFor(context, 'cli.prompts.username', '--username')),
    });
    const question = context.translator.t('cli.prompts.password');
    const request = { question, repeat: true, variable: 'FILESHARE_ADMIN_PASSWORD' };
    const password =
      (await readPassword(context, { ...request, options: { passwordStdin, passwordFile } })) ??
      (await askPassword(context, request));
    const host = await context.loadHost();
    await host.init({ ...rest, ...account, password });
    context.output.note(context.translator.t('cli.init.done', { username: account.username }));
    return account;
  },
});

async function askFor(context: Context, key: MessageKey, option: string): Promise<string> {
  if (!context.terminal.isInteractive) {
    throw new CliError({ exit: 'usage', key: 'cli.errors.option_missing', params: { option } });
  }
  return context.terminal.ask(`${context.translator.t(key)} `);
}
