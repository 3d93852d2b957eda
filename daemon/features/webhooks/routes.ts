import { api } from '#sdk/contract/api.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { Webhook, WebhookDelivery } from '#sdk/contract/webhooks/api.js';
import { implement, type Route } from '../../http/implement.ts';
import type { ShownDelivery, ShownWebhook, WebhookService } from './service.ts';

export function createWebhookRoutes({ webhooks }: { webhooks: WebhookService }): Route[] {
  return [
    implement(api.webhooks.list, async () => (await webhooks.list()).map(present)),

    implement(api.webhooks.create, async ({ actor, body }) => {
      const { webhook, secret } = await webhooks.create(body, actor);
      return { webhook: present(webhook), secret };
    }),

    implement(api.webhooks.update, async ({ actor, params, body }) =>
      present(await webhooks.update(params.id, body, actor)),
    ),

    implement(api.webhooks.remove, async ({ actor, params }) => webhooks.remove(params.id, actor)),

    implement(api.webhooks.test, async ({ params }) => presentDelivery(await webhooks.test(params.id))),

    implement(api.webhooks.deliveries, async ({ query }) => {
      const { deliveries, nextCursor } = await webhooks.listDeliveries(query);
      return { deliveries: deliveries.map(presentDelivery), nextCursor };
    }),

    implement(api.webhooks.redeliver, async ({ params }) =>
      presentDelivery(await webhooks.redeliver(params.id)),
    ),
  ];
}

function present({ failingSince, createdAt, events, ...webhook }: ShownWebhook): Webhook {
  return {
    ...webhook,
    events: [...events],
    failingSince: isoTime(failingSince),
    createdAt: isoTime(createdAt),
  };
}

function presentDelivery({ dueAt, createdAt, triedAt, ...delivery }: ShownDelivery): WebhookDelivery {
  return {
    ...delivery,
    createdAt: isoTime(createdAt),
    triedAt: isoTime(triedAt),
    nextTryAt: delivery.state === 'queued' ? isoTime(dueAt) : null,
  };
}
