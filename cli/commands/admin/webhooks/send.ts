import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { WebhookDeliveryId } from '#sdk/contract/formats/primitives.js';
import { defineCommand } from '../../../command.ts';
import { connect } from '../../../server/connect.ts';
import { answerLine, findWebhook, requireDelivered } from './find-webhook.ts';

export const testWebhook = defineCommand({
  args: [{ name: 'webhook', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [reference = ''] }) {
    const { client } = await connect(context);
    const { id } = await findWebhook(client, reference);
    return requireDelivered(context, await client.webhooks.test({ params: { id } }));
  },
  view: (delivery) => [answerLine(delivery)],
});

export const redeliver = defineCommand({
  args: [{ name: 'delivery', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [given] }) {
    const id = WebhookDeliveryId.safeParse(given);
    if (!id.success) throw new AppError('webhook_delivery_not_found');
    const { client } = await connect(context);
    return requireDelivered(context, await client.webhooks.redeliver({ params: { id: id.data } }));
  },
  view: (delivery) => [answerLine(delivery)],
});
