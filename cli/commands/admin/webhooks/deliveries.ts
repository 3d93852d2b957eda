import * as z from 'zod/mini';
import { DeliveryState, type WebhookDelivery } from '#sdk/contract/webhooks/api.js';
import { formatDateTime, formatNumber } from '#sdk/i18n/format.js';
import { collect, paginate } from '#sdk/index.js';
import { defineCommand } from '../../../command.ts';
import { forTerminal } from '../../../io/output.ts';
import { Limit } from '../../../options/amounts.ts';
import { connect } from '../../../server/connect.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';
import { findWebhook } from './find-webhook.ts';

const columns: readonly TableColumn<WebhookDelivery>[] = [
  { name: 'id', rawOf: ({ id }) => id, cellOf: ({ id }) => id },
  {
    name: 'created',
    rawOf: ({ createdAt }) => createdAt,
    cellOf: ({ createdAt }, { translator: { locale } }) => formatDateTime(locale, createdAt),
    rank: 2,
  },
  {
    name: 'state',
    rawOf: ({ state }) => state,
    cellOf: ({ state }, { translator: { t } }) => t(`cli.webhooks.delivery_states.${state}`),
  },
  { name: 'event', rawOf: ({ event }) => event, cellOf: ({ event }) => event, rank: 1 },
  {
    name: 'webhook',
    rawOf: ({ webhook }) => forTerminal(webhook.name),
    cellOf: ({ webhook }) => forTerminal(webhook.name),
    rank: 3,
    leastWidth: 12,
  },
  {
    name: 'tries',
    rawOf: ({ attempts }) => attempts,
    cellOf: ({ attempts }, { translator: { locale } }) => formatNumber(locale, attempts),
    isNumber: true,
    rank: 5,
  },
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
    cellOf: ({ answer }) => forTerminal(answer ?? ''),
    rank: 6,
    leastWidth: 16,
  },
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
