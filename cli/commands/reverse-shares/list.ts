import * as z from 'zod/mini';
import { reverseShares as endpoints, type ReverseShare } from '#sdk/contract/reverse-shares.js';
import { formatBytes, formatDate, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { listReverseShares } from '../../find/reverse-share.ts';
import { forTerminal } from '../../io/output.ts';
import { Limit } from '../../options/amounts.ts';
import { connect } from '../../server/connect.ts';
import { alignColumns } from '../../ui/columns.ts';

export const list = defineCommand({
  options: z.strictObject({
    search: endpoints.list.query.shape.search.check(z.meta({ text: 'search_reverse_shares' })),
    limit: Limit,
  }),
  async run(context, { options }) {
    const { client } = await connect(context);
    const reverseShares = await listReverseShares(client, options);
    if (reverseShares.length === 0) context.output.note(context.translator.t('cli.reverse_share.none'));
    return { reverseShares };
  },
  view: ({ reverseShares }, context) =>
    context.streams.stdout.isTTY ? tableOf(reverseShares, context) : reverseShares.map(toTabbedLine),
});

/** For people; the name is last, because its width on the screen is not known. */
function tableOf(found: readonly ReverseShare[], { translator: { t, locale } }: Context): string[] {
  if (found.length === 0) return [];
  const columns = ['id', 'state', 'shares', 'size', 'remaining_uses', 'expires', 'name'] as const;
  const head = columns.map((column) => t(`cli.columns.${column}`).toUpperCase());
  const rows = found.map((reverseShare) => [
    reverseShare.id,
    t(`cli.reverse_share.states.${reverseShare.state}`),
    formatNumber(locale, reverseShare.shareCount),
    formatBytes(locale, reverseShare.size),
    reverseShare.remainingUses === null
      ? t('cli.unlimited')
      : formatNumber(locale, reverseShare.remainingUses),
    reverseShare.expiresAt === null ? t('cli.never') : formatDate(locale, reverseShare.expiresAt),
    forTerminal(reverseShare.name ?? ''),
  ]);
  return alignColumns([head, ...rows], new Set([2, 3, 4]));
}

/** For pipes: id, state, shares, bytes, remaining uses, expiry, link, name. */
function toTabbedLine(reverseShare: ReverseShare): string {
  const { id, state, shareCount, size, remainingUses, expiresAt, url, name } = reverseShare;
  const fields = [id, state, shareCount, size, remainingUses ?? 'unlimited', expiresAt ?? 'never', url];
  return [...fields, forTerminal(name ?? '')].join('\t');
}
