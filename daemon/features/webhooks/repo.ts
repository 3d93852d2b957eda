import type { Knex } from 'knex';
import type { WebhookId } from '#sdk/contract/formats/primitives.js';
import type { WebhookRecord } from './types.ts';

interface WebhookRow {
  id: string;
  name: string;
  kind: string;
  destination: string;
  events: string;
  is_enabled: number;
  failing_since: number | null;
  created_at: number;
}

export type WebhookRepo = ReturnType<typeof createWebhookRepo>;

export function createWebhookRepo(q: Knex) {
  const table = () => q<WebhookRow>('webhooks');

  return {
    async findById(id: WebhookId): Promise<WebhookRecord | null> {
      const row = await table().where({ id }).first();
      return row ? fromRow(row) : null;
    },

    /** Oldest first. */
    async list(): Promise<WebhookRecord[]> {
      const rows = await table().orderBy(['created_at', 'id']);
      return rows.map(fromRow);
    },

    async insert(webhook: WebhookRecord): Promise<void> {
      await table().insert(toRow(webhook));
    },

    async replace(webhook: WebhookRecord): Promise<void> {
      await table().where({ id: webhook.id }).update(toRow(webhook));
    },

    /** Removes a webhook and its deliveries; returns whether it was there. */
    async remove(id: WebhookId): Promise<boolean> {
      return (await table().where({ id }).delete()) > 0;
    },

    async noteSuccess(id: WebhookId): Promise<void> {
      await table().where({ id }).whereNotNull('failing_since').update({ failing_since: null });
    },

    async noteFailure(id: WebhookId, at: number): Promise<void> {
      await table().where({ id }).whereNull('failing_since').update({ failing_since: at });
    },
  };
}

function toRow({ events, isEnabled, failingSince, createdAt, ...same }: WebhookRecord): WebhookRow {
  return {
    ...same,
    events: JSON.stringify(events),
    is_enabled: Number(isEnabled),
    failing_since: failingSince,
    created_at: createdAt,
  };
}

function fromRow(row: WebhookRow): WebhookRecord {
  return {
    id: row.id as WebhookId,
    name: row.name,
    kind: row.kind as WebhookRecord['kind'],
    destination: row.destination,
    events: JSON.parse(row.events) as WebhookRecord['events'],
    isEnabled: row.is_enabled === 1,
    failingSince: row.failing_since,
    createdAt: row.created_at,
  };
}
