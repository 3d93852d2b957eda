import type { Knex } from 'knex';
import { outboundProblems } from '#sdk/contract/formats/outbound-problems.js';
import type {
  ShareId,
  ShareKey,
  UserId,
  WebhookDeliveryId,
  WebhookId,
} from '#sdk/contract/formats/primitives.js';
import type { DeliveryState } from '#sdk/contract/webhooks/api.js';
import { dialectOf } from '../../db/dialect.ts';
import { removeSome } from '../../db/remove-some.ts';
import type { ClaimedDelivery, DeliveryRecord } from './types.ts';

interface DeliveryRow {
  id: string;
  webhook_id: string;
  user_id: string | null;
  event: string;
  payload: string;
  state: DeliveryState;
  attempts: number;
  due_at: number;
  created_at: number;
  tried_at: number | null;
  status: number | null;
  /** Without a status, why there was no usable answer. */
  answer: string | null;
  sending_until: number | null;
}

export interface AddedDelivery
  extends Pick<DeliveryRecord, 'id' | 'webhookId' | 'event' | 'payload' | 'createdAt'> {
  /** The account that the event names, with which it is deleted. */
  userId: UserId | null;
}

/** What is known about a share that something has happened to. */
export interface ShareFactsRow {
  id: ShareId;
  name: string | null;
  ownerId: UserId | null;
  owner: string | null;
  files: number;
  bytes: number;
  hasPassword: boolean;
  expiresAt: number | null;
  /** The name of the reverse share through which it came. */
  reverseShare: string | null;
}

export type Attempt = Pick<DeliveryRecord, 'state' | 'dueAt' | 'triedAt' | 'status' | 'problem' | 'answer'>;

export interface DeliveryQuery {
  webhook?: WebhookId | undefined;
  state?: DeliveryState | undefined;
  after: { createdAt: number; id: string } | undefined;
  limit: number;
}

/** Milliseconds by which the clocks of several servers may differ. */
const clocksDifferBy = 5 * 60_000;

export type DeliveryRepo = ReturnType<typeof createDeliveryRepo>;

/** The outbox of events: like that of mails, several servers share it. */
export function createDeliveryRepo(q: Knex) {
  const { now } = dialectOf(q);
  const table = () => q<DeliveryRow>('webhook_deliveries');
  const unclaimed = () => table().whereRaw(`coalesce(sending_until, 0) <= ${now}`);
  const queued = () => unclaimed().where({ state: 'queued' });
  /** What is from much later than now is due, too: the clock was ahead. */
  function due(at: number) {
    const later = at + clocksDifferBy;
    return queued().where(
      (rows) =>
        void rows.where('due_at', '<=', at).orWhere('tried_at', '>', later).orWhere('created_at', '>', later),
    );
  }

  async function claim(chosen: Knex.QueryBuilder, lifetime: number): Promise<ClaimedDelivery | null> {
    const [row]: DeliveryRow[] = await table()
      .where('id', chosen.limit(1).forUpdate().skipLocked().select('id'))
      .update({ sending_until: q.raw(`${now} + ?`, [lifetime]) })
      .returning('*');
    return row ? { ...fromRow(row), claim: row.sending_until ?? 0 } : null;
  }

  return {
    /** Returns the enabled webhooks that want an event and have fewer than `most` deliveries waiting. */
    async subscribersOf(event: string, most: number): Promise<WebhookId[]> {
      const backlog = q('webhook_deliveries')
        .where({ state: 'queued' })
        .whereRaw('webhook_id = webhooks.id')
        .limit(1)
        .offset(most - 1)
        .select('id');
      const rows: { id: string }[] = await q('webhooks')
        .where({ is_enabled: 1 })
        .where('events', 'like', `%"${event}"%`)
        .whereNotExists(backlog)
        .orderBy('created_at')
        .select('id');
      return rows.map(({ id }) => id as WebhookId);
    },

    async shareFacts(key: ShareKey): Promise<ShareFactsRow | null> {
      const row: unknown = await q('shares')
        .leftJoin('users', 'users.id', 'shares.owner_id')
        .leftJoin('reverse_shares', 'reverse_shares.id', 'shares.reverse_share_id')
        .where({ 'shares.key': key })
        .first({
          id: 'shares.id',
          name: 'shares.name',
          ownerId: 'users.id',
          owner: 'users.username',
          files: 'shares.file_count',
          bytes: 'shares.size',
          passwordHash: 'shares.password_hash',
          expiresAt: 'shares.expires_at',
          reverseShare: 'reverse_shares.name',
        });
      if (!row) return null;
      const { passwordHash, ...facts } = row as Omit<ShareFactsRow, 'hasPassword'> & {
        passwordHash: string | null;
      };
      return { ...facts, hasPassword: passwordHash !== null };
    },

    async insert({ id, webhookId, userId, event, payload, createdAt }: AddedDelivery): Promise<void> {
      await table().insert({
        id,
        webhook_id: webhookId,
        user_id: userId,
        event,
        payload,
        state: 'queued',
        due_at: createdAt,
        created_at: createdAt,
      });
    },

    async findById(id: WebhookDeliveryId): Promise<DeliveryRecord | null> {
      const row = await table().where({ id }).first();
      return row ? fromRow(row) : null;
    },

    /** Newest first. */
    async list({ webhook, state, after, limit }: DeliveryQuery): Promise<DeliveryRecord[]> {
      const rows = table().orderByRaw('created_at desc, id desc').limit(limit);
      if (webhook !== undefined) rows.where({ webhook_id: webhook });
      if (state !== undefined) rows.where({ state });
      if (after) rows.whereRaw('(created_at, id) < (?, ?)', [after.createdAt, after.id]);
      return (await rows).map(fromRow);
    },

    /** Lists the enabled webhooks for which something is due. */
    async listDueWebhooks(at: number): Promise<WebhookId[]> {
      const rows: { id: string }[] = await q('webhooks')
        .where({ is_enabled: 1 })
        .whereIn('id', due(at).select('webhook_id'))
        .select('id');
      return rows.map(({ id }) => id as WebhookId);
    },

    /** Claims what has waited longest for a webhook: for `lifetime` milliseconds no other server finds it. */
    claimDue: (webhookId: WebhookId, { at, lifetime }: { at: number; lifetime: number }) =>
      claim(due(at).where({ webhook_id: webhookId }).orderBy(['due_at', 'created_at', 'id']), lifetime),

    /** Claims one delivery, due or not; null: it is being sent. */
    claimById: (id: WebhookDeliveryId, lifetime: number) => claim(queued().where({ id }), lifetime),

    /** Lets a delivery start again, unless it is being sent. */
    async requeue(id: WebhookDeliveryId, at: number): Promise<void> {
      await unclaimed().where({ id }).update({ state: 'queued', attempts: 0, due_at: at });
    },

    /** Records an attempt; false: it is no longer this server's, or is gone. */
    async record({ id, claim: until }: ClaimedDelivery, attempt: Attempt): Promise<boolean> {
      const { state, dueAt, triedAt, status, problem, answer } = attempt;
      const changed = await table()
        .where({ id, sending_until: until })
        .update({
          state,
          status,
          answer: problem ?? answer,
          attempts: q.raw('attempts + 1'),
          due_at: dueAt,
          tried_at: triedAt,
          sending_until: null,
        });
      return changed > 0;
    },

    /** Gives up what waits for a webhook. */
    async giveUp(webhookId: WebhookId): Promise<void> {
      await table().where({ webhook_id: webhookId, state: 'queued' }).update({ state: 'failed' });
    },

    /** Deletes at most `limit` deliveries that were created before `since`; returns how many. */
    async removeOld(since: number, limit: number): Promise<number> {
      return removeSome(unclaimed().where('created_at', '<', since), ['id'], limit);
    },
  };
}

function fromRow(row: DeliveryRow): DeliveryRecord {
  return {
    id: row.id as WebhookDeliveryId,
    webhookId: row.webhook_id as WebhookId,
    event: row.event,
    payload: row.payload,
    state: row.state,
    attempts: row.attempts,
    dueAt: row.due_at,
    createdAt: row.created_at,
    triedAt: row.tried_at,
    status: row.status,
    ...readAnswer(row),
  };
}

function readAnswer({ status, answer }: DeliveryRow): Pick<DeliveryRecord, 'problem' | 'answer'> {
  if (status !== null) return { problem: null, answer };
  return { problem: outboundProblems.find((problem) => problem === answer) ?? null, answer: null };
}
