import * as z from 'zod/mini';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { findOwnShares, type OwnShare } from '../../find/own-shares.ts';
import { changeOneByOne, type Target } from '../../find/targets.ts';
import { confirmAction } from '../../io/confirm.ts';
import { forTerminal } from '../../io/output.ts';

export const deleteShares = defineCommand({
  args: [{ name: 'share', required: true, variadic: true }],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args, options }) {
    const targets = await findOwnShares(context, args);
    if (!options.yes) await confirm(context, targets);
    const deleted = await changeOneByOne(context, targets, {
      change: async ({ client, id }) => {
        await client.shares.remove({ params: { id } });
        return id;
      },
      partly: 'cli.errors.partly_deleted',
      detailsOf: (done) => ({ deleted: done }),
    });
    return { deleted };
  },
  view: ({ deleted }) => deleted,
});

async function confirm(context: Context, targets: readonly Target<OwnShare>[]): Promise<void> {
  const consequences: string[] = [];
  for (const { client, id, share } of targets.map(({ value }) => value)) {
    consequences.push(describeDeletion(share ?? (await client.shares.getOwned({ params: { id } })), context));
  }
  const question = context.translator.t('cli.prompts.delete', { count: targets.length });
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
