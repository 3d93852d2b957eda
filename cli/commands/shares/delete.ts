import * as z from 'zod/mini';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { type LocatedShare, locateOwnShare } from '../../find/share.ts';
import { assertCanConfirm, confirmAction } from '../../io/confirm.ts';
import { forTerminal } from '../../io/output.ts';

export const deleteShares = defineCommand({
  args: [{ name: 'share', required: true, variadic: true }],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args, options }) {
    assertCanConfirm(context, options.yes);
    const located: LocatedShare[] = [];
    for (const reference of args) located.push(await locateOwnShare(context, reference));
    if (!options.yes) await confirm(context, located);
    for (const { client, id } of located) await client.shares.remove({ params: { id } });
    return { deleted: located.map(({ id }) => id) };
  },
  view: ({ deleted }) => deleted,
});

async function confirm(context: Context, located: readonly LocatedShare[]): Promise<void> {
  const consequences: string[] = [];
  for (const { client, id } of located) {
    consequences.push(describeDeletion(await client.shares.getOwned({ params: { id } }), context));
  }
  const question = context.translator.t('cli.prompts.delete', { count: located.length });
  await confirmAction(context, { consequences, question });
}

function describeDeletion(share: OwnerShare, { translator: { t, locale } }: Context): string {
  return t('cli.share.consequence', {
    name: forTerminal(share.name ?? share.id),
    count: share.fileCount,
    size: formatBytes(locale, share.size),
    visitors: share.visitors,
  });
}
