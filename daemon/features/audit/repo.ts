import type { Knex } from 'knex';
import type { AuditAction } from '#sdk/contract/audit.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import { escapeLike, lowerAscii } from '../../db/dialect.ts';
import { removeSome } from '../../db/remove-some.ts';
import type { AuditDetails, AuditFilter, AuditRecord } from './types.ts';

interface AuditRow {
  id: number;
  at: number;
  action: string;
  result: string;
  actor_id: string | null;
  actor_name: string | null;
  api_key_id: string | null;
  ip: string | null;
  subject_id: string | null;
  subject_name: string | null;
  details: string;
  request_id: string | null;
}

interface NamedRow {
  id: string;
  name: string;
  created_at: number;
}

export type AuditRepo = ReturnType<typeof createAuditRepo>;

/** Entries are never changed, except for the name of a deleted account; old entries are deleted as a whole. */
export function createAuditRepo(q: Knex) {
  const table = () => q<AuditRow>('audit');

  function matching({ action, result, search, since, until }: AuditFilter) {
    const query = table();
    if (action !== undefined) {
      // Names of actions have one dot; "/" is the character after it.
      const bounds = [action, `${action}.`, `${action}/`];
      void query.whereRaw('(action = ? or (action >= ? and action < ?))', bounds);
    }
    if (result !== undefined) void query.where({ result });
    if (search !== undefined) {
      const pattern = `%${escapeLike(lowerAscii(search))}%`;
      void query.whereRaw(
        `(lower(actor_name) like ? escape '\\' or lower(subject_name) like ? escape '\\')`,
        [pattern, pattern],
      );
    }
    if (since !== undefined) void query.where('at', '>=', since);
    if (until !== undefined) void query.where('at', '<', until);
    return query;
  }

  async function findNamed(
    name: 'shares' | 'reverse_shares',
    records: readonly AuditRecord[],
  ): Promise<NamedRow[]> {
    const kind = name === 'shares' ? 'share.' : 'reverse_share.';
    const ids = records.flatMap(({ action, subjectId }) =>
      action.startsWith(kind) && subjectId !== null ? [subjectId] : [],
    );
    if (ids.length === 0) return [];
    return q<NamedRow>(name).whereIn('id', ids).whereNotNull('name').select('id', 'name', 'created_at');
  }

  /** Returns the current names of the subjects, by entry. A link can be given again: the share must be older than the entry. */
  async function namesOf(records: readonly AuditRecord[]): Promise<Map<number, string>> {
    const rows = await Promise.all([findNamed('shares', records), findNamed('reverse_shares', records)]);
    const named = rows.flat();
    return new Map(
      records.flatMap(({ id, at, subjectId }) => {
        const row = named.find((found) => found.id === subjectId && found.created_at <= at);
        return row ? [[id, row.name] as const] : [];
      }),
    );
  }

  return {
    async insert(record: Omit<AuditRecord, 'id'>): Promise<void> {
      await table().insert(toRow(record));
    },

    /**
     * Replaces the name of a deleted account. Its entries stay; its name, what a directory or a provider calls its owner,
     * and the names of its keys, sessions and workloads do not.
     */
    async rename(id: UserId, name: string): Promise<void> {
      const own = () =>
        table().where((entry) => void entry.where({ actor_id: id }).orWhere({ subject_id: id }));
      for (const { details } of await own().distinct('details')) {
        const renamed = renameIn(details, name);
        if (renamed !== details) await own().where({ details }).update({ details: renamed });
      }
      await table().where({ actor_id: id }).update({ actor_name: name });
      await table()
        .where({ actor_id: id })
        .whereRaw("(action like 'api_key.%' or action like 'session.%')")
        .update({ subject_name: null });
      await table().where({ subject_id: id }).update({ subject_name: name });
    },

    async usernameOf(id: UserId): Promise<string> {
      const row = await q<{ id: string; username: string }>('users').where({ id }).first('username');
      return row?.username ?? '';
    },

    /** Returns the name that a deleted account got; null: the account was not deleted. */
    async nameAfterRemoval(id: string): Promise<string | null> {
      const byAdmin = await table().where({ subject_id: id, action: 'user.remove' }).first('subject_name');
      const byOwner = table().where({ actor_id: id, action: 'account.remove' }).first('actor_name');
      return byAdmin?.subject_name ?? (await byOwner)?.actor_name ?? null;
    },

    /**
     * Lists the newest first, older than the entry `before`. Shares and reverse shares that still exist have the name
     * they have now: it is not recorded, and ends with them.
     */
    async listNewest(filter: AuditFilter, { before, limit }: NewestPage): Promise<AuditRecord[]> {
      const query = matching(filter).orderBy('id', 'desc').limit(limit);
      if (before !== null) void query.where('id', '<', before);
      const records = (await query).map(fromRow);
      const names = await namesOf(records);
      return records.map((record) => ({
        ...record,
        subjectName: record.subjectName ?? names.get(record.id) ?? null,
      }));
    },

    /** Lists the oldest first, newer than the entry `after` and no newer than `last`. */
    async listOldest(filter: AuditFilter, { after, last, limit }: OldestPage): Promise<AuditRecord[]> {
      const query = matching(filter).where('id', '>', after).where('id', '<=', last);
      return (await query.orderBy('id').limit(limit)).map(fromRow);
    },

    async lastId(): Promise<number> {
      return (await table().orderBy('id', 'desc').first('id'))?.id ?? 0;
    },

    /** Removes at most `limit` entries; returns how many. */
    async removeBefore(at: number, limit: number): Promise<number> {
      return removeSome(table().where('at', '<', at).orderBy('at'), ['id'], limit);
    },
  };
}

/** Details that name a person, or what a person has named. */
const naming = ['account', 'workload', 'subject'];

function renameIn(details: string, name: string): string {
  const parsed = Object.entries(JSON.parse(details) as AuditDetails);
  const renamed = parsed.map(([key, value]) => [key, naming.includes(key) ? name : value]);
  return JSON.stringify(Object.fromEntries(renamed));
}

export interface NewestPage {
  before: number | null;
  limit: number;
}

export interface OldestPage {
  after: number;
  last: number;
  limit: number;
}

function fromRow(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    at: row.at,
    action: row.action as AuditAction,
    result: row.result as AuditRecord['result'],
    actorId: row.actor_id as UserId | null,
    actorName: row.actor_name,
    apiKeyId: row.api_key_id,
    ip: row.ip,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    details: JSON.parse(row.details) as AuditDetails,
    requestId: row.request_id,
  };
}

function toRow(record: Omit<AuditRecord, 'id'>): Omit<AuditRow, 'id'> {
  return {
    at: record.at,
    action: record.action,
    result: record.result,
    actor_id: record.actorId,
    actor_name: record.actorName,
    api_key_id: record.apiKeyId,
    ip: record.ip,
    subject_id: record.subjectId,
    subject_name: record.subjectName,
    details: JSON.stringify(record.details),
    request_id: record.requestId,
  };
}
