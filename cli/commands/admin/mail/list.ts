import * as z from 'zod/mini';
import { mails as endpoints, type Mail } from '#sdk/contract/mails.js';
import { collect, paginate } from '#sdk/index.js';
import { defineCommand } from '../../../command.ts';
import { Limit } from '../../../options/amounts.ts';
import { connect } from '../../../server/connect.ts';
import { codeColumn, countColumn, textColumn, timeColumn } from '../../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';

const { state, search } = endpoints.list.query.shape;

const columns: readonly TableColumn<Mail>[] = [
  { name: 'id', rawOf: ({ id }) => id },
  timeColumn('created', ({ createdAt }) => createdAt, { rank: 2 }),
  codeColumn('state', (mail) => mail.state, { keyOf: (state) => `cli.mails.states.${state}` }),
  textColumn('recipient', ({ recipient }) => recipient, { leastWidth: 16 }),
  textColumn('about', ({ kind }) => kind, { rank: 3 }),
  countColumn('attempts', ({ attempts }) => attempts, { rank: 4 }),
  { name: 'sent', rawOf: ({ sentAt }) => sentAt ?? '' },
  { name: 'next_try', rawOf: ({ nextTryAt }) => nextTryAt ?? '' },
  textColumn('problem', ({ problem }) => problem, { rank: 1, leastWidth: 16 }),
];

export const list = defineCommand({
  options: z.strictObject({
    state: state.check(z.meta({ text: 'mail_state' })),
    search: search.check(z.meta({ text: 'search_mails' })),
    limit: Limit,
    columns: columnsOption(columns),
  }),
  async run(context, { options: { limit, columns: _view, ...filter } }) {
    const { client } = await connect(context);
    const mails = await collect(
      paginate('mails', (page) => client.mails.list({ query: { ...filter, ...page } }), { limit }),
    );
    if (mails.length === 0) context.output.note(context.translator.t('cli.mails.none'));
    return { mails };
  },
  view: ({ mails }, context, options) => listLines(mails, context, { columns, chosen: options?.columns }),
});
