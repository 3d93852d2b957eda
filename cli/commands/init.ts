import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { Email, Username } from '#sdk/contract/formats/primitives.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { explainStart } from '../errors/explain-start.ts';
import { quoteWord } from '../io/quote-word.ts';
import { askPassword, currentPasswordOptions, readPassword } from '../options/passwords.ts';
import { readOptions } from '../options/read.ts';
import { askSettings, settingOptions } from '../options/setup.ts';

const Account = z.strictObject({ email: Email, username: Username });

export const init = defineCommand({
  options: z.strictObject({
    email: z.optional(Email.check(z.meta({ value: 'ADDRESS' }))),
    username: z.optional(Username.check(z.meta({ value: 'NAME' }))),
    ...currentPasswordOptions,
    ...settingOptions,
    dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
    databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
  }),
  async run(context, { options }) {
    const { email, username, passwordStdin, passwordFile, dataDir, databaseUrl, ...given } = options;
    const where = { dataDir, databaseUrl };
    const host = await context.loadHost();
    const { isDone, settings } = await host.examineSetup(where).catch((error: unknown) => {
      throw explainStart(error);
    });
    // Checked first, so that nobody answers questions in vain.
    if (isDone) throw new AppError('setup_already_done');
    const account = readOptions(context.translator, Account, {
      email: email ?? (await askFor(context, 'cli.prompts.email', '--email')),
      username: username ?? (await askFor(context, 'cli.prompts.username', '--username')),
    });
    const question = context.translator.t('cli.prompts.password');
    const request = { question, repeat: true, variable: 'FILESHARE_ADMIN_PASSWORD' };
    const password =
      (await readPassword(context, { ...request, options: { passwordStdin, passwordFile } })) ??
      (await askPassword(context, request));
    const updates = await askSettings(context, given, settings);
    const { appUrl, isServed } = await host.init({ ...where, account: { ...account, password }, updates });
    const { t } = context.translator;
    const { username: name } = account;
    context.output.note(
      isServed
        ? t('cli.init.done_served', { username: name, appUrl })
        : t('cli.init.done', { username: name, command: serveCommand(where) }),
    );
    return { ...account, appUrl };
  },
});

/** Starts the server with the data that was set up. Credentials of a database are not repeated. */
function serveCommand({ dataDir }: { dataDir: string | undefined }): string {
  return dataDir === undefined ? 'fileshare serve' : `fileshare serve --data-dir ${quoteWord(dataDir)}`;
}

async function askFor(context: Context, key: MessageKey, option: string): Promise<string> {
  if (!context.terminal.isInteractive) {
    throw new CliError({ exit: 'usage', key: 'cli.errors.option_missing', params: { option } });
  }
  return context.terminal.ask(`${context.translator.t(key)} `);
}
