import type { Knex } from 'knex';
import type { MailState } from '#sdk/contract/mails.js';
import { escapeLike, lowerAscii } from '../../db/dialect.ts';
import type { StoredFailure } from '../../mail/failure.ts';

interface MailRow {
  id: string;
  kind: string;
  recipient: string;
  state: 'queued' | 'sent' | 'dead';
  attempts: number;
  due_at: number;
  created_at: number;
  sent_at: number | null;
  error: string | null;
  failure: string | null;
}

/** A mail of the outbox without its text. Moments are milliseconds since 1970. */
export interface ListedMail {
  id: string;
  kind: string;
  recipient: string;
  state: MailState;
  attempts: number;
  createdAt: number;
  sentAt: number | null;
  /** The next attempt, for a waiting mail. */
  dueAt: number | null;
  error: string | null;
  /** null: there was no error, or an earlier version met it. */
  failure: StoredFailure | null;
}

export interface MailFilter {
  state?: MailState | undefined;
  /** Part of the address. */
  search?: string | undefined;
}

/** The position of a mail in the list. */
export interface MailPosition {
  createdAt: number;
  id: string;
}

export interface MailQuery {
  filter: MailFilter;
  after: MailPosition | undefined;
  limit: number;
}

const rowStates = { queued: 'queued', sent: 'sent', failed: 'dead' } as const satisfies Record<
  MailState,
  MailRow['state']
>;

const states = { queued: 'queued', sent: 'sent', dead: 'failed' } as const satisfies Record<
  MailRow['state'],
  MailState
>;

const columns = [
  'id',
  'kind',
  'recipient',
  'state',
  'attempts',
  'due_at',
  'created_at',
  'sent_at',
  'error',
  'failure',
] as const;

export type MailListRepo = ReturnType<typeof createMailListRepo>;

export function createMailListRepo(q: Knex) {
  return {
    /** Newest first. */
    async list({ filter: { state, search }, after, limit }: MailQuery): Promise<ListedMail[]> {
      const rows = q<MailRow>('outbox')
        .select(...columns)
        .orderByRaw('created_at desc, id desc')
        .limit(limit);
      if (state !== undefined) rows.where({ state: rowStates[state] });
      if (search !== undefined) {
        rows.whereRaw("lower(recipient) like ? escape '\\'", [`%${escapeLike(lowerAscii(search))}%`]);
      }
      if (after) rows.whereRaw('(created_at, id) < (?, ?)', [after.createdAt, after.id]);
      const found: MailRow[] = await rows;
      return found.map(fromRow);
    },
  };
}

function fromRow(row: MailRow): ListedMail {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    state: states[row.state],
    attempts: row.attempts,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    dueAt: row.state === 'queued' ? row.due_at : null,
    error: row.error,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as StoredFailure),
  };
}
