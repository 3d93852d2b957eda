import type { Knex } from 'knex';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { StoredFailure } from './failure.ts';

/** `sent` and `dead` are final, and their message is deleted. */
type MailState = 'queued' | 'sent' | 'dead';

interface OutboxRow {
  id: string;
  user_id: string | null;
  about: string | null;
  kind: string;
  recipient: string;
  message: string | null;
  state: MailState;
  attempts: number;
  due_at: number;
  expires_at: number;
  created_at: number;
  sent_at: number | null;
  error: string | null;
  /** JSON */
  failure: string | null;
}

/** What went wrong, for the log of mails and as a whole. */
export interface MailError {
  error: string;
  failure: StoredFailure;
}

export interface QueuedMail {
  id: string;
  /** The subject of the mail: without it the mail is not needed. */
  about: string | null;
  kind: string;
  recipient: string;
  /** Sealed. */
  message: string;
  /** Number of attempts so far. */
  attempts: number;
  expiresAt: number;
  createdAt: number;
}

/** A new mail. */
export interface AddedMail extends Omit<QueuedMail, 'attempts'> {
  /** The account it is about, with which it is deleted. */
  userId: UserId | null;
}

export type OutboxRepo = ReturnType<typeof createOutboxRepo>;

export function createOutboxRepo(q: Knex) {
  const table = () => q<OutboxRow>('outbox');
  const finish = (id: string, change: Partial<OutboxRow>) =>
    table()
      .where({ id })
      .update({ ...change, message: null });

  return {
    async insert({
      id,
      userId,
      about,
      kind,
      recipient,
      message,
      createdAt,
      expiresAt,
    }: AddedMail): Promise<void> {
      await table().insert({
        id,
        user_id: userId,
        about,
        kind,
        recipient,
        message,
        state: 'queued',
        due_at: createdAt,
        expires_at: expiresAt,
        created_at: createdAt,
      });
    },

    /** Returns the mail that has waited longest, of those that are due and not expired. */
    async findDue(now: number): Promise<QueuedMail | null> {
      const row = await table()
        .where({ state: 'queued' })
        .where('due_at', '<=', now)
        .where('expires_at', '>', now)
        .orderBy([{ column: 'due_at' }, { column: 'created_at' }])
        .first();
      return row ? fromRow(row) : null;
    },

    async markSent(id: string, now: number): Promise<void> {
      await finish(id, { state: 'sent', sent_at: now, error: null, failure: null });
    },

    async markDead(id: string, { error, failure }: MailError): Promise<void> {
      await finish(id, { state: 'dead', error, failure: JSON.stringify(failure) }).increment('attempts', 1);
    },

    /** Gives up a mail that is no longer needed, without an attempt. */
    async drop(id: string): Promise<void> {
      await finish(id, { state: 'dead' });
    },

    async postpone(id: string, { dueAt, error, failure }: MailError & { dueAt: number }): Promise<void> {
      await table()
        .where({ id })
        .update({ due_at: dueAt, error, failure: JSON.stringify(failure) })
        .increment('attempts', 1);
    },

    /** Makes all waiting mails due now. */
    async hasten(now: number): Promise<void> {
      await table().where({ state: 'queued' }).where('due_at', '>', now).update({ due_at: now });
    },

    /** Gives up expired mails; returns their ids. */
    async expire(now: number): Promise<string[]> {
      const due = () => table().where({ state: 'queued' }).where('expires_at', '<=', now);
      const ids = (await due().select('id')).map(({ id }) => id);
      if (ids.length > 0) await due().update({ state: 'dead', message: null });
      return ids;
    },

    /** Cancels a waiting mail; one that is being sent may still be delivered. */
    async cancel(id: string): Promise<void> {
      await table().where({ id, state: 'queued' }).delete();
    },

    /** Cancels all waiting mails about a subject. */
    async cancelAbout(about: string): Promise<void> {
      await table().where({ about, state: 'queued' }).delete();
    },

    /** Counts mails of a kind to an account since a moment. */
    async countSince(since: number, { userId, kind }: { userId: UserId; kind: string }): Promise<number> {
      const row = await table()
        .where({ user_id: userId, kind })
        .where('created_at', '>', since)
        .count({ count: '*' })
        .first();
      return Number(row?.['count'] ?? 0);
    },

    /** Deletes at most `limit` finished mails that were created before `since`; returns how many. */
    async removeFinished(since: number, limit: number): Promise<number> {
      const finished = table()
        .whereNot({ state: 'queued' })
        .where('created_at', '<', since)
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select('id');
      return table().whereIn('id', finished).delete();
    },
  };
}

function fromRow(row: OutboxRow): QueuedMail {
  return {
    id: row.id,
    about: row.about,
    kind: row.kind,
    recipient: row.recipient,
    message: row.message ?? '',
    attempts: row.attempts,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
