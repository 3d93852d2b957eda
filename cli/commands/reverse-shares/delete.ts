import * as z from 'zod/mini';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { type LocatedReverseShare, locateReverseShare } from '../../find/reverse-share.ts';
import { changeOneByOne, findTargets } from '../../find/targets.ts';
import { confirmAction } from '../../io/confirm.ts';
import { forTerminal } from '../../io/output.ts';

export const deleteReverseShares = defineCommand({
  args: [{ name: 'reverse_share', required: true, variadic: true }],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args, options }) {
    const targets = await findTargets(args, {
      find: (reference) => locateReverseShare(context, reference),
      keyOf: ({ server, reverseShare }) => `${server}/${reverseShare.id}`,
    });
    if (!options.yes)
      await confirm(
        context,
        targets.map(({ value }) => value),
      );
    const deleted = await changeOneByOne(context, targets, {
      change: async ({ client, reverseShare: { id } }) => {
        await client.reverseShares.remove({ params: { id } });
        return id;
      },
      partly: 'cli.errors.partly_deleted',
      detailsOf: (done) => ({ deleted: done }),
    });
    return { deleted };
  },
  view: ({ deleted }) => deleted,
});

async function confirm(context: Context, located: readonly LocatedReverseShare[]): Promise<void> {
  const { t, locale } = context.translator;
  const consequences = located.map(({ reverseShare }) =>
    t('cli.reverse_share.consequence', {
      name: forTerminal(reverseShare.name ?? reverseShare.id),
      count: reverseShare.shareCount,
      size: formatBytes(locale, reverseShare.size),
    }),
  );
  const question = t('cli.prompts.delete_reverse_shares', { count: located.length });
  await confirmAction(context, { consequences, question });
}
