import * as z from 'zod/mini';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { type LocatedReverseShare, locateReverseShare } from '../../find/reverse-share.ts';
import { assertCanConfirm, confirmAction } from '../../io/confirm.ts';
import { forTerminal } from '../../io/output.ts';

export const deleteReverseShares = defineCommand({
  args: [{ name: 'reverse_share', required: true, variadic: true }],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args, options }) {
    assertCanConfirm(context, options.yes);
    const located = new Map<string, LocatedReverseShare>();
    for (const reference of args) {
      const found = await locateReverseShare(context, reference);
      located.set(found.reverseShare.id, found);
    }
    if (!options.yes) await confirm(context, [...located.values()]);
    for (const [id, { client }] of located) await client.reverseShares.remove({ params: { id } });
    return { deleted: [...located.keys()] };
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
