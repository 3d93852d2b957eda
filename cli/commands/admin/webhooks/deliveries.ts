import * as z from 'zod/mini';
import { DeliveryState, type WebhookDelivery } from '#sdk/contract/webhooks/api.js';
import { collect, paginate } from '#sdk/index.js';
import { defineCommand } from '../../../command.ts';
import { forTerminal } from '../../../io/output.ts';
import { Limit } from '../../../options/amounts.ts';
import { connect } from '../../../server/connect.ts';
import { codeColumn, countColumn, textColumn, timeColumn } from '../../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';
import { findWebhook } from './find-webhook.ts';

const columns: readonly TableColumn<WebhookDelivery>[] = [
  textColumn('id', ({ id }) => id),
  timeColumn('created', ({ createdAt }) => createdAt, { rank: 2 }),
  codeColumn('state', ({ state }) => state, { keyOf: (state) => `cli.webhooks.delivery_states.${state}` }),
  textColumn('event', ({ event }) => event, { rank: 1 }),
  textColumn('webhook', ({ webhook }) => webhook.name, { rank: 3, leastWidth: 12 }),
  countColumn('tries', ({ attempts }) => attempts, { rank: 5 }),
  { name: 'next_try', rawOf: ({ nextTryAt }) => nextTryAt ?? '' },
  {
    name: 'status',
    rawOf: ({ status }) => status ?? '',
    cellOf: ({ status }) => String(status ?? ''),
    rank: 4,
  },
  {
    name: 'answer',
    rawOf: ({ answer }) => forTerminal(answer ?? ''),
    cellOf: ({ answer, problem }, { translator: { t } }) =>
      problem ? t(`outbound.${problem}`) : forTerminal(answer ?? ''),
    rank: 6,
    leastWidth: 16,
  },
  { name: 'problem', rawOf: ({ problem }) => problem ?? '' },
];

export const deliveries = defineCommand({
  options: z.strictObject({
    webhook: z.optional(z.string()).check(z.meta({ text: 'of_webhook' })),
    state: z.optional(DeliveryState).check(z.meta({ text: 'delivery_state' })),
    limit: Limit,
    columns: columnsOption(columns),
  }),
  async run(context, { options: { webhook: reference, state, limit } }) {
    const { client } = await connect(context);
    const webhook = reference === undefined ? {} : { webhook: (await findWebhook(client, reference)).id };
    const filter = { ...webhook, ...(state !== undefined && { state }) };
    const found = await collect(
      paginate('deliveries', (page) => client.webhooks.deliveries({ query: { ...filter, ...page } }), {
        limit,
      }),
    );
    if (found.length === 0) context.output.note(context.translator.t('cli.webhooks.none_delivered'));
    return { deliveries: found };
  },
  view: ({ deliveries: found }, context, options) =>
    listLines(found, context, { columns, chosen: options?.columns }),
});
