import type * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import type { WebhookDeliveryId, WebhookId } from '#sdk/contract/formats/primitives.js';
import {
  type CreateWebhook,
  type DeliveryState,
  findDestinationIssues,
  type UpdateWebhook,
  type WebhookKind,
} from '#sdk/contract/webhooks/api.js';
import type { Clock } from '../../crypto/clock.ts';
import { newWebhookDeliveryId, newWebhookId } from '../../crypto/ids.ts';
import type { Seal } from '../../crypto/seal.ts';
import { sealPurposes } from '../../crypto/seal-purposes.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Refusal } from '../../outbound/refusal.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import { writeEvent } from './announce.ts';
import { type Deliverer, openDestination } from './deliver.ts';
import type { DeliveryRepo } from './delivery-repo.ts';
import { mostWebhooks } from './policy.ts';
import type { WebhookRepo } from './repo.ts';
import { newSigningSecret } from './requests.ts';
import type { DeliveryRecord, Destination, WebhookRecord } from './types.ts';

interface ServiceRepos {
  lock: Lock;
  webhooks: WebhookRepo;
  webhookDeliveries: DeliveryRepo;
  audit: AuditRepo;
}

interface Deps {
  uow: UnitOfWork<ServiceRepos>;
  clock: Pick<Clock, 'now'>;
  seal: Seal;
  audit: Pick<AuditLog, 'note'>;
  deliverer: Deliverer;
  /** Why nothing is ever sent to a URL; null: it may be. */
  findRefusal(url: string): Refusal | null;
}

/** A webhook, and what may be shown of where it sends to. */
export interface ShownWebhook extends Omit<WebhookRecord, 'destination'> {
  /** Scheme and host of its URL. */
  server: string;
  target: string | null;
}

export interface ShownDelivery extends Omit<DeliveryRecord, 'webhookId'> {
  webhook: { id: WebhookId; name: string };
}

interface ListInput {
  webhook?: WebhookId | undefined;
  state?: DeliveryState | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** What administrators can do with webhooks. */
export interface WebhookService {
  /** Oldest first. */
  list(): Promise<ShownWebhook[]>;
  /** @throws AppError `webhook_limit`, `validation_failed` for an address that is never contacted */
  create(
    input: z.output<typeof CreateWebhook>,
    by: AuditCause,
  ): Promise<{ webhook: ShownWebhook; secret: string | null }>;
  /** @throws AppError `webhook_not_found`, `validation_failed` */
  update(id: WebhookId, input: z.output<typeof UpdateWebhook>, by: AuditCause): Promise<ShownWebhook>;
  /** @throws AppError `webhook_not_found` */
  remove(id: WebhookId, by: AuditCause): Promise<void>;
  /** Sends a test event and waits for the answer. @throws AppError `webhook_not_found` */
  test(id: WebhookId): Promise<ShownDelivery>;
  /** @throws AppError `malformed_request` */
  listDeliveries(input: ListInput): Promise<{ deliveries: ShownDelivery[]; nextCursor: string | null }>;
  /** Sends a delivery again and waits for the answer. @throws AppError `webhook_delivery_not_found` */
  redeliver(id: WebhookDeliveryId): Promise<ShownDelivery>;
}

export function createWebhookService({
  uow,
  clock,
  seal,
  audit,
  deliverer,
  findRefusal,
}: Deps): WebhookService {
  function show({ destination, ...webhook }: WebhookRecord): ShownWebhook {
    const { url, target } = openDestination(seal, { id: webhook.id, destination });
    return { ...webhook, server: new URL(url).origin, target };
  }

  const sealFor = (id: WebhookId, destination: Destination) =>
    seal.seal(JSON.stringify(destination), sealPurposes.webhook(id));

  async function requireWebhook({ webhooks }: ServiceRepos, id: WebhookId): Promise<WebhookRecord> {
    const webhook = await webhooks.findById(id);
    if (!webhook) throw new AppError('webhook_not_found');
    return webhook;
  }

  async function showDelivery(id: WebhookDeliveryId): Promise<ShownDelivery> {
    const found = await uow.read.webhookDeliveries.findById(id);
    if (!found) throw new AppError('webhook_delivery_not_found');
    const { webhookId, ...delivery } = found;
    const { name } = await requireWebhook(uow.read, webhookId);
    return { ...delivery, webhook: { id: webhookId, name } };
  }

  /** Otherwise its deliveries would fail one after the other, and nobody would see why until then. */
  function requireReachable(url: string): void {
    const problem = findRefusal(url);
    if (problem === null) return;
    throw new AppError(
      'validation_failed',
      { field: 'url', problem },
      { issues: [{ field: 'url', code: problem }] },
    );
  }

  return {
    list: async () => (await uow.read.webhooks.list()).map(show),

    async create({ url, target, token, events, ...given }, by) {
      requireReachable(url);
      return uow.transaction(async (repos) => {
        await repos.lock('webhooks');
        if ((await repos.webhooks.list()).length >= mostWebhooks) {
          throw new AppError('webhook_limit', { max: mostWebhooks });
        }
        const id = newWebhookId();
        const secret = given.kind === 'standard' ? newSigningSecret() : null;
        const webhook: WebhookRecord = {
          ...given,
          id,
          destination: sealFor(id, { url, target: target ?? null, token: token ?? null, secret }),
          events: [...new Set(events)],
          isEnabled: true,
          failingSince: null,
          createdAt: clock.now(),
        };
        await repos.webhooks.insert(webhook);
        const shown = show(webhook);
        await audit.note(repos.audit, by, {
          action: 'webhook.create',
          subject: { id, name: webhook.name },
          details: { kind: webhook.kind, server: shown.server, events: webhook.events.join(' ') },
        });
        return { webhook: shown, secret };
      });
    },

    async update(id, { url, target, token, events, ...given }, by) {
      if (url !== undefined) requireReachable(url);
      return uow.transaction(async (repos) => {
        await repos.lock('webhooks');
        const before = await requireWebhook(repos, id);
        const old = openDestination(seal, before);
        const destination = changeDestination(before.kind, old, { url, target, token });
        const isMoved = JSON.stringify(destination) !== JSON.stringify(old);
        const after: WebhookRecord = {
          ...before,
          ...(given.name !== undefined && { name: given.name }),
          ...(events && { events: [...new Set(events)] }),
          isEnabled: given.isEnabled ?? before.isEnabled,
          ...(isMoved && { destination: sealFor(id, destination) }),
          failingSince: isMoved || given.isEnabled ? null : before.failingSince,
        };
        await repos.webhooks.replace(after);
        if (!after.isEnabled) await repos.webhookDeliveries.giveUp(id);
        const shown = show(after);
        await audit.note(repos.audit, by, {
          action: 'webhook.update',
          subject: { id, name: after.name },
          details: { server: shown.server, events: after.events.join(' '), isEnabled: after.isEnabled },
        });
        return shown;
      });
    },

    remove: (id, by) =>
      uow.transaction(async (repos) => {
        await repos.lock('webhooks');
        const { name } = await requireWebhook(repos, id);
        await repos.webhooks.remove(id);
        await audit.note(repos.audit, by, { action: 'webhook.remove', subject: { id, name } });
      }),

    async test(webhookId) {
      const createdAt = clock.now();
      const id = newWebhookDeliveryId();
      const event = 'webhook.test';
      await uow.transaction(async (repos) => {
        const { name } = await requireWebhook(repos, webhookId);
        const payload = writeEvent({ type: event, data: { webhook: name }, at: createdAt });
        await repos.webhookDeliveries.insert({ id, webhookId, userId: null, event, payload, createdAt });
      });
      await deliverer.sendNow(id);
      return showDelivery(id);
    },

    async listDeliveries({ cursor, limit, ...filter }) {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const found = await uow.read.webhookDeliveries.list({ ...filter, after, limit: limit + 1 });
      const names = new Map((await uow.read.webhooks.list()).map(({ id, name }) => [id, name]));
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        deliveries: page.map(({ webhookId, ...delivery }) => ({
          ...delivery,
          webhook: { id: webhookId, name: names.get(webhookId) ?? '' },
        })),
        nextCursor: found.length > limit && last ? `${last.createdAt}.${last.id}` : null,
      };
    },

    async redeliver(id) {
      await showDelivery(id);
      await uow.transaction(({ webhookDeliveries }) => webhookDeliveries.requeue(id, clock.now()));
      await deliverer.sendNow(id);
      return showDelivery(id);
    },
  };
}

interface DestinationChange {
  url: string | undefined;
  target: string | undefined;
  token: string | undefined;
}

/** A new URL needs the token again: the old one must not be sent to another server. */
function changeDestination(kind: WebhookKind, old: Destination, change: DestinationChange): Destination {
  const { url, target, token } = change;
  const kept = url === undefined ? { target: old.target ?? undefined, token: old.token ?? undefined } : {};
  const next = { ...kept, ...(target !== undefined && { target }), ...(token !== undefined && { token }) };
  const issues = findDestinationIssues(kind, next);
  const [first] = issues;
  if (first) throw new AppError('validation_failed', { field: first.field, problem: first.code }, { issues });
  return { ...old, url: url ?? old.url, target: next.target ?? null, token: next.token ?? null };
}

function readCursor(cursor: string): { createdAt: number; id: string } {
  const [, createdAt, id] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(cursor) ?? [];
  if (createdAt === undefined || id === undefined) throw new AppError('malformed_request');
  return { createdAt: Number(createdAt), id };
}
