import type { Knex } from 'knex';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import { dialectOf, engineOf } from '../db/dialect.ts';
import { removeSome } from '../db/remove-some.ts';
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
  sending_until: number | null;
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
  claim: MailClaim;
}

/**
 * Until when this server has a mail for sending, by the clock of the database; null: there is no other server. If a
 * server has not recorded an outcome by then, another one claims the mail, and only that one may record it.
 */
type MailClaim = number | null;

/** A mail that this server has for sending. */
export type ClaimedMail = Pick<QueuedMail, 'id' | 'claim'>;

/** A new mail. */
export interface AddedMail extends Omit<QueuedMail, 'attempts' | 'claim'> {
  /** The account it is about, with which it is deleted. */
  userId: UserId | null;
}

export type OutboxRepo = ReturnType<typeof createOutboxRepo>;

export function createOutboxRepo(q: Knex) {
  /** With SQLite there is one server, which has no need to claim a mail. */
  const isShared = engineOf(q) === 'postgres';
  const { now } = dialectOf(q);
  const table = () => q<OutboxRow>('outbox');
  const queued = () => table().where({ state: 'queued' });
  /** Mails that wait and that no server is sending. */
  const waiting = () => (isShared ? queued().whereRaw(`coalesce(sending_until, 0) <= ${now}`) : queued());
  const claimed = ({ id, claim }: ClaimedMail) => queued().where({ id, sending_until: claim });
  const ended = { message: null, sending_until: null };

  /** The mail that has waited longest, of those that are due and not expired. */
  const due = (at: number) =>
    waiting()
      .where('due_at', '<=', at)
      .where('expires_at', '>', at)
      .orderBy([{ column: 'due_at' }, { column: 'created_at' }])
      .limit(1);

  /** One that is being sent may still be delivered. It expires, so that it is not tried again. */
  async function cancelWhere(condition: Partial<Pick<OutboxRow, 'id' | 'about'>>): Promise<void> {
    await waiting().where(condition).delete();
    if (isShared) await queued().where(condition).update({ expires_at: 0 });
  }

  return {
    isShared,

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

    /** Returns the mail that has waited longest, of those that are due, not expired, and not being sent. */
    async findDue(at: number): Promise<QueuedMail | null> {
      const row = await due(at).first();
      return row ? fromRow(row) : null;
    },

    /** Like `findDue`, and for `lifetime` milliseconds no other server finds it. */
    async claimDue(at: number, lifetime: number): Promise<QueuedMail | null> {
      const [row] = await table()
        .where('id', due(at).forUpdate().skipLocked().select('id'))
        .update({ sending_until: q.raw(`${now} + ?`, [lifetime]) })
        .returning('*');
      return row ? fromRow(row) : null;
    },

    /** Lets other servers send the mail, because this one stops. */
    async release(mail: ClaimedMail): Promise<void> {
      await claimed(mail).update({ sending_until: null });
    },

    // Outcomes: false, without a change, if the mail was cancelled or another server has it by now.

    async markSent(mail: ClaimedMail, at: number): Promise<boolean> {
      const sent = { state: 'sent', sent_at: at, error: null, failure: null, ...ended } as const;
      return (await claimed(mail).update(sent)) > 0;
    },

    async markDead(mail: ClaimedMail, { error, failure }: MailError): Promise<boolean> {
      const dead = { state: 'dead', error, failure: JSON.stringify(failure), ...ended } as const;
      return (await claimed(mail).update(dead).increment('attempts', 1)) > 0;
    },

    /** Gives up a mail that is no longer needed, without an attempt. */
    async drop(mail: ClaimedMail): Promise<boolean> {
      return (await claimed(mail).update({ state: 'dead', ...ended })) > 0;
    },

    async postpone(
      mail: ClaimedMail,
      { dueAt, error, failure }: MailError & { dueAt: number },
    ): Promise<boolean> {
      const later = { due_at: dueAt, error, failure: JSON.stringify(failure), sending_until: null };
      return (await claimed(mail).update(later).increment('attempts', 1)) > 0;
    },

    /** Makes all waiting mails due now, except those that are being sent. */
    async hasten(at: number): Promise<void> {
      const later = waiting().where('due_at', '>', at).forUpdate().skipLocked().select('id');
      await table().whereIn('id', later).update({ due_at: at });
    },

    /** Gives up expired mails; returns them. */
    async expire(at: number): Promise<Pick<QueuedMail, 'id' | 'about'>[]> {
      const expired = waiting().where('expires_at', '<=', at).forUpdate().skipLocked().select('id');
      return table()
        .whereIn('id', expired)
        .update({ state: 'dead', ...ended })
        .returning(['id', 'about']);
    },

    cancel: (id: string): Promise<void> => cancelWhere({ id }),

    /** Cancels all mails about a subject. */
    cancelAbout: (about: string): Promise<void> => cancelWhere({ about }),

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
      return removeSome(table().whereNot({ state: 'queued' }).where('created_at', '<', since), ['id'], limit);
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
    claim: row.sending_until,
  };
}
