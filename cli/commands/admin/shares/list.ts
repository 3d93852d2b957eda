import * as z from 'zod/mini';
import type { AdminShare } from '#sdk/contract/shares.js';
import { collect, paginate } from '#sdk/index.js';
import { defineCommand } from '../../../command.ts';
import { findUser } from '../../../find/user.ts';
import { shareColumns } from '../../../io/share-table.ts';
import { connect } from '../../../server/connect.ts';
import { textColumn } from '../../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';
import { shareListOptions } from '../../shares/list.ts';

const columns: readonly TableColumn<AdminShare>[] = [
  ...shareColumns,
  textColumn('owner', ({ owner }) => owner?.username ?? '', { rank: 1, leastWidth: 8 }),
];

export const list = defineCommand({
  options: z.strictObject({
    ...shareListOptions,
    owner: z.optional(z.string().check(z.meta({ value: 'USER' }))),
    columns: columnsOption(columns),
  }),
  async run(context, { options: { limit, owner: reference, columns: _view, ...filter } }) {
    const { client } = await connect(context);
    const owner = reference && (await findUser(client, reference)).id;
    const query = { ...filter, ...(owner && { owner }) };
    const shares = await collect(
      paginate('shares', (page) => client.shares.listAll({ query: { ...query, ...page } }), { limit }),
    );
    if (shares.length === 0) context.output.note(context.translator.t('cli.list.empty'));
    return { shares };
  },
  view: ({ shares }, context, options) => listLines(shares, context, { columns, chosen: options?.columns }),
});
