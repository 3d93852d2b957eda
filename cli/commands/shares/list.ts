import * as z from 'zod/mini';
import { ShareState, shares } from '#sdk/contract/shares.js';
import { collect, paginate } from '#sdk/index.js';
import { defineCommand } from '../../command.ts';
import { findReverseShare } from '../../find/reverse-share.ts';
import { ownShareColumns } from '../../io/share-table.ts';
import { Limit } from '../../options/amounts.ts';
import { connect } from '../../server/connect.ts';
import { columnsOption, listLines } from '../../ui/table.ts';

const query = shares.list.query.shape;

/** The options for lists of shares. */
export const shareListOptions = {
  state: z.optional(ShareState),
  search: query.search,
  sort: query.sort.check(z.meta({ text: 'sort_shares' })),
  order: query.order,
  limit: Limit,
};

export const list = defineCommand({
  options: z.strictObject({
    ...shareListOptions,
    received: z._default(z.boolean(), false),
    reverseShare: z.optional(z.string().check(z.meta({ value: 'LINK', text: 'of_reverse_share' }))),
    columns: columnsOption(ownShareColumns),
  }),
  async run(context, { options: { limit, received, reverseShare: reference, columns: _view, ...filter } }) {
    const { client } = await connect(context);
    const reverseShare = reference && (await findReverseShare(client, reference)).id;
    const query = {
      ...filter,
      ...(received && { received: 'true' as const }),
      ...(reverseShare && { reverseShare }),
    };
    const found = await collect(
      paginate('shares', (page) => client.shares.list({ query: { ...query, ...page } }), { limit }),
    );
    if (found.length === 0) context.output.note(context.translator.t('cli.list.empty'));
    return { shares: found };
  },
  view: ({ shares: found }, context, options) =>
    listLines(found, context, { columns: ownShareColumns, chosen: options?.columns }),
});
