import * as z from 'zod/mini';
import { reverseShares as endpoints, type ReverseShare } from '#sdk/contract/reverse-shares.js';
import { formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import { listReverseShares } from '../../find/reverse-share.ts';
import { Limit } from '../../options/amounts.ts';
import { connect } from '../../server/connect.ts';
import { codeColumn, countColumn, sizeColumn, textColumn, timeColumn } from '../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../ui/table.ts';

const columns: readonly TableColumn<ReverseShare>[] = [
  textColumn('id', ({ id }) => id),
  codeColumn('state', ({ state }) => state, {
    keyOf: (state) => `cli.reverse_share.states.${state}`,
    rank: 1,
  }),
  countColumn('shares', ({ shareCount }) => shareCount, { rank: 2 }),
  sizeColumn('size', ({ size }) => size, { rank: 4 }),
  {
    name: 'remaining_uses',
    rawOf: ({ remainingUses }) => remainingUses ?? 'unlimited',
    cellOf: ({ remainingUses }, { translator: { t, locale } }) =>
      remainingUses === null ? t('cli.unlimited') : formatNumber(locale, remainingUses),
    isNumber: true,
    rank: 5,
  },
  timeColumn('expires', ({ expiresAt }) => expiresAt, { isDay: true, rank: 3 }),
  { name: 'link', rawOf: ({ url }) => url },
  textColumn('name', ({ name }) => name, { leastWidth: 12 }),
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
