import type { Knex } from 'knex';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { RecipientState } from '#sdk/contract/shares.js';
import type { RecipientRecord } from '../types.ts';

interface RecipientRow {
  share_key: string;
  email_key: string;
  email: string;
  state: string;
  mail_id: string | null;
  problem: string | null;
  changed_at: number;
}

export type RecipientRepo = ReturnType<typeof createRecipientRepo>;

/** The recipients of a share, and the delivery of their mails. */
export function createRecipientRepo(q: Knex) {
  const table = () => q<RecipientRow>('share_recipients');

  return {
    /** Lists recipients, ordered by address. */
    async list(shareKey: ShareKey): Promise<RecipientRecord[]> {
      return (await table().where({ share_key: shareKey }).orderBy('email_key')).map(fromRow);
    },

    async add(shareKey: ShareKey, recipient: RecipientRecord): Promise<void> {
      await table().insert({
        share_key: shareKey,
        email_key: recipient.emailKey,
        email: recipient.email,
        state: recipient.state,
        mail_id: recipient.mailId,
        problem: recipient.problem,
        changed_at: recipient.changedAt,
      });
    },

    /** Counts the mails sent about a share so far, including those to removed recipients. */
    async countMailed(shareKey: ShareKey): Promise<number> {
      const share = await q('shares')
        .where({ key: shareKey })
        .first<{ mailed_count: number }>('mailed_count');
      return share?.mailed_count ?? 0;
    },

    async addMailed(shareKey: ShareKey, mails: number): Promise<void> {
      await q('shares').where({ key: shareKey }).increment('mailed_count', mails);
    },

    async remove(shareKey: ShareKey, emailKey: string): Promise<void> {
      await table().where({ share_key: shareKey, email_key: emailKey }).delete();
    },

    async setState(
      shareKey: ShareKey,
      emailKey: string,
      { state, mailId, changedAt }: { state: RecipientState; mailId: string | null; changedAt: number },
    ): Promise<void> {
      await table()
        .where({ share_key: shareKey, email_key: emailKey })
        .update({ state, mail_id: mailId, changed_at: changedAt });
    },

    /**
     * Records the result of one attempt to deliver a mail. Without a new problem, a failed mail keeps the last answer
     * of the server.
     */
    async noteMail(
      mailId: string,
      { state, problem, changedAt }: { state: RecipientState; problem: string | null; changedAt: number },
    ): Promise<void> {
      await table()
        .where({ mail_id: mailId })
        .update({
          state,
          changed_at: changedAt,
          problem: state === 'failed' ? q.raw('coalesce(?, problem)', [problem]) : problem,
          ...(state !== 'queued' && { mail_id: null }),
        });
    },

    /** A mail was given up before it was sent: its recipient waits for another one, and it no longer counts. */
    async noteDropped(mailId: string, changedAt: number): Promise<void> {
      const of = table().where({ mail_id: mailId });
      await q('shares').whereIn('key', of.clone().select('share_key')).decrement('mailed_count', 1);
      await of.update({ state: 'waiting', mail_id: null, changed_at: changedAt });
    },

    async removeOfShare(shareKey: ShareKey): Promise<void> {
      await table().where({ share_key: shareKey }).delete();
    },
  };
}

function fromRow(row: RecipientRow): RecipientRecord {
  return {
    email: row.email,
    emailKey: row.email_key,
    state: row.state as RecipientState,
    mailId: row.mail_id,
    problem: row.problem,
    changedAt: row.changed_at,
  };
}
