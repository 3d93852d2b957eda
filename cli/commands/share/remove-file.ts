import * as z from 'zod/mini';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import { assertCanConfirm, confirmLoss } from '../../confirm.ts';
import { selectFiles } from '../../download/select-files.ts';
import { locateOwnShare } from '../../locate-share.ts';
import { forTerminal } from '../../output.ts';
import { listOwnFiles } from '../../own-files.ts';

/** Of a long list the first few are enough to see what it is. */
const maxNamed = 10;

export const removeFiles = defineCommand({
  args: [
    { name: 'share', required: true },
    { name: 'files', required: true, variadic: true },
  ],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args: [reference = '', ...patterns], options }) {
    assertCanConfirm(context, options.yes);
    const { t, locale } = context.translator;
    const { client, id } = await locateOwnShare(context, reference);
    const files = selectFiles(await listOwnFiles(client, id), patterns);
    if (!options.yes) {
      const named = files
        .slice(0, maxNamed)
        .map((file) => `${formatBytes(locale, file.size)}  ${forTerminal(file.path)}`);
      const more = files.length - named.length;
      const losses = more > 0 ? [...named, t('cli.progress.more', { count: more })] : named;
      await confirmLoss(context, {
        losses,
        question: t('cli.prompts.remove_files', { count: files.length }),
      });
    }
    for (const file of files) await client.files.remove({ params: { id, fileId: file.id } });
    context.output.note(t('cli.share.files_removed', { count: files.length }));
    return { removed: files.map(({ path }) => path) };
  },
  view: ({ removed }) => removed.map(forTerminal),
});
