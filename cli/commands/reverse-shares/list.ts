import * as z from 'zod/mini';
import { reverseShares as endpoints, type ReverseShare } from '#sdk/contract/reverse-shares.js';
import { formatBytes, formatDate, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import { listReverseShares } from '../../find/reverse-share.ts';
import { forTerminal } from '../../io/output.ts';
import { Limit } from '../../options/amounts.ts';
import { connect } from '../../server/connect.ts';
import { columnsOption, listLines, type TableColumn } from '../../ui/table.ts';

const columns: readonly TableColumn<ReverseShare>[] = [
  { name: 'id', rawOf: ({ id }) => id, cellOf: ({ id }) => id },
  {
    name: 'state',
    rawOf: ({ state }) => state,
    cellOf: ({ state }, { translator: { t } }) => t(`cli.reverse_share.states.${state}`),
    rank: 1,
  },
  {
    name: 'shares',
    rawOf: ({ shareCount }) => shareCount,
    cellOf: ({ shareCount }, { translator: { locale } }) => formatNumber(locale, shareCount),
    isNumber: true,
    rank: 2,
  },
  {
    name: 'size',
    rawOf: ({ size }) => size,
    cellOf: ({ size }, { translator: { locale } }) => formatBytes(locale, size),
    isNumber: true,
    rank: 4,
  },
  {
    name: 'remaining_uses',
    rawOf: ({ remainingUses }) => remainingUses ?? 'unlimited',
    cellOf: ({ remainingUses }, { translator: { t, locale } }) =>
      remainingUses === null ? t('cli.unlimited') : formatNumber(locale, remainingUses),
    isNumber: true,
    rank: 5,
  },
  {
    name: 'expires',
    rawOf: ({ expiresAt }) => expiresAt ?? 'never',
    cellOf: ({ expiresAt }, { translator: { t, locale } }) =>
      expiresAt === null ? t('cli.never') : formatDate(locale, expiresAt),
    rank: 3,
  },
  { name: 'link', rawOf: ({ url }) => url },
  {
    name: 'name',
    rawOf: ({ name }) => forTerminal(name ?? ''),
    cellOf: ({ name }) => forTerminal(name ?? ''),
    leastWidth: 12,
  },
];

export const list = defineCommand({
  options: z.strictObject({
    search: endpoints.list.query.shape.search.check(z.meta({ text: 'search_reverse_shares' })),
    limit: Limit,
    columns: columnsOption(columns),
  }),
  async run(context, { options: { columns: _view, ...options } }) {
    const { client } = await connect(context);
    const reverseShares = await listReverseShares(client, options);
    if (reverseShares.length === 0) context.output.note(context.translator.t('cli.reverse_share.none'));
    return { reverseShares };
  },
  view: ({ reverseShares }, context, options) =>
    listLines(reverseShares, context, { columns, chosen: options?.columns }),
});
