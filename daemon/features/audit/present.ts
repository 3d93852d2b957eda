import type { AuditEntry } from '#sdk/contract/audit.js';
import type { AuditRecord } from './types.ts';

export function presentEntry(record: AuditRecord): AuditEntry {
  const { id, at, action, result, actorId, actorName, subjectId, subjectName } = record;
  return {
    id,
    at: new Date(at).toISOString(),
    action,
    result,
    actor: actorId === null ? null : { id: actorId, name: actorName ?? '' },
    apiKeyId: record.apiKeyId,
    ip: record.ip,
    subject: subjectId === null ? null : { id: subjectId, name: subjectName },
    details: record.details,
    requestId: record.requestId,
  };
}
