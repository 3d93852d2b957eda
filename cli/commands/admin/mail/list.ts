import * as z from 'zod/mini';
import { mails as endpoints, type Mail } from '#sdk/contract/mails.js';
import { formatDateTime, formatNumber } from '#sdk/i18n/format.js';
import { collect, paginate } from '#sdk/index.js';
import { defineCommand } from '../../../command.ts';
import { forTerminal } from '../../../io/output.ts';
import { Limit } from '../../../options/amounts.ts';
import { connect } from '../../../server/connect.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';

const { state, search } = endpoints.list.query.shape;

const columns: readonly TableColumn<Mail>[] = [
  { name: 'id', rawOf: ({ id }) => id },
  {
    name: 'created',
    rawOf: ({ createdAt }) => createdAt,
    cellOf: ({ createdAt }, { translator: { locale } }) => formatDateTime(locale, createdAt),
    rank: 2,
  },
  {
    name: 'state',
    rawOf: (mail) => mail.state,
    cellOf: (mail, { translator: { t } }) => t(`cli.mails.states.${mail.state}`),
  },
  {
    name: 'recipient',
    rawOf: ({ recipient }) => forTerminal(recipient),
    cellOf: ({ recipient }) => forTerminal(recipient),
    leastWidth: 16,
  },
  { name: 'about', rawOf: ({ kind }) => kind, cellOf: ({ kind }) => kind, rank: 3 },
  {
    name: 'attempts',
    rawOf: ({ attempts }) => attempts,
    cellOf: ({ attempts }, { translator: { locale } }) => formatNumber(locale, attempts),
    isNumber: true,
    rank: 4,
  },
  { name: 'sent', rawOf: ({ sentAt }) => sentAt ?? '' },
  { name: 'next_try', rawOf: ({ nextTryAt }) => nextTryAt ?? '' },
  {
    name: 'problem',
    rawOf: ({ problem }) => forTerminal(problem ?? ''),
    cellOf: ({ problem }) => forTerminal(problem ?? ''),
    rank: 1,
    leastWidth: 16,
  },
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
