import type { Knex } from 'knex';
import type { AuditAction } from '#sdk/contract/audit.js';
import type { UserId } from '#sdk/contract/primitives.js';
import type { AuditDetails, AuditRecord } from './types.ts';

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

export type AuditRepo = ReturnType<typeof createAuditRepo>;

export function createAuditRepo(q: Knex) {
  const table = () => q<AuditRow>('audit');

  return {
    async insert(record: Omit<AuditRecord, 'id'>): Promise<void> {
      await table().insert(toRow(record));
    },

    /** What is written about an account stays; its name does not. */
    async rename(id: UserId, name: string): Promise<void> {
      await table().where({ actor_id: id }).update({ actor_name: name });
      await table().where({ subject_id: id }).update({ subject_name: name });
    },

    async findById(id: number): Promise<AuditRecord | null> {
      const row = await table().where({ id }).first();
      return row ? fromRow(row) : null;
    },
  };
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
