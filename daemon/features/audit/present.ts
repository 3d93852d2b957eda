import type { AuditEntry } from '#sdk/contract/audit.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { AuditRecord } from './types.ts';

export function presentEntry(record: AuditRecord): AuditEntry {
  const { id, at, action, result, actorId, actorName, subjectId, subjectName } = record;
  return {
    id,
    at: isoTime(at),
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
