import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { defineCommand } from '../command.ts';
import { explainStart } from '../errors/explain-start.ts';
import { quoteWord } from '../io/quote-word.ts';
import { accountOptions, askAccount } from '../options/account.ts';
import { askSettings, checkSettings, settingOptions } from '../options/setup.ts';

export const init = defineCommand({
  options: z.strictObject({
    ...accountOptions,
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
    checkSettings(context.translator, given, settings);
    const account = await askAccount(context, { email, username, passwordStdin, passwordFile }, host);
    const updates = await askSettings(context, given, settings);
    const { appUrl, isServed } = await host.init({ ...where, account, updates });
    const { t } = context.translator;
    const { password: _secret, ...names } = account;
    context.output.note(
      isServed
        ? t('cli.init.done_served', { username: names.username, appUrl })
        : t('cli.init.done', { username: names.username, command: serveCommand(where) }),
    );
    return { ...names, appUrl };
  },
});

/** Starts the server with the data that was set up. Credentials of a database are not repeated. */
function serveCommand({ dataDir }: { dataDir: string | undefined }): string {
  return dataDir === undefined ? 'fileshare serve' : `fileshare serve --data-dir ${quoteWord(dataDir)}`;
}
