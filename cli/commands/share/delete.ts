import * as z from 'zod/mini';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { type LocatedShare, locateShare } from '../../locate-share.ts';
import { forTerminal } from '../../output.ts';

export const deleteShares = defineCommand({
  args: [{ name: 'share', required: true, variadic: true }],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args, options }) {
    if (!options.yes && !context.terminal.isInteractive) {
      throw new CliError({
        exit: 'usage',
        key: 'cli.errors.confirmation_needed',
        hint: { key: 'cli.hints.confirmation_needed' },
      });
    }
    const located: LocatedShare[] = [];
    for (const reference of args) located.push(await locateShare(context, reference));
    if (!options.yes) await confirm(context, located);
    for (const { client, id } of located) await client.shares.remove({ params: { id } });
    return { deleted: located.map(({ id }) => id) };
  },
  view: ({ deleted }) => deleted,
});

/** Names what is lost before asking. */
async function confirm(context: Context, located: readonly LocatedShare[]): Promise<void> {
  const { terminal, output, translator } = context;
  for (const { client, id } of located) {
    output.note(describeLoss(await client.shares.getOwned({ params: { id } }), context));
  }
  const answer = await terminal.ask(`${translator.t('cli.prompts.delete', { count: located.length })} `);
  if (isYes(answer, context)) return;
  throw new CliError({ exit: 'failure', key: 'cli.errors.not_confirmed' });
}

function describeLoss(share: OwnerShare, { translator: { t, locale } }: Context): string {
  return t('cli.share.loss', {
    name: forTerminal(share.name ?? share.id),
    count: share.fileCount,
    size: formatBytes(locale, share.size),
    visitors: share.visitors,
  });
}

function isYes(answer: string, { translator: { t } }: Context): boolean {
  return ['y', 'yes', t('cli.yes').toLowerCase()].includes(answer.trim().toLowerCase());
}
