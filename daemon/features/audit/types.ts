import type { AuditAction } from '#sdk/contract/audit.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';

export type AuditDetails = Readonly<Record<string, string | number | boolean>>;

/** An event to record. Never contains a secret. */
export interface AuditEvent {
  action: AuditAction;
  /** Default: `done`. */
  result?: 'done' | 'refused';
  /** What it was done to; left out if that is the actor. */
  subject?: { id: string; name: string | null };
  details?: AuditDetails;
}

/** Who did it and from where: any `Actor` fits. */
export interface AuditCause {
  user: { id: UserId; username: string } | null;
  apiKey: { id: string } | null;
  ip: string | null;
  requestId: string | null;
  /** The host: its address says nothing. */
  isHost?: boolean;
}

export interface AuditRecord {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  action: AuditAction;
  result: 'done' | 'refused';
  actorId: UserId | null;
  actorName: string | null;
  apiKeyId: string | null;
  ip: string | null;
  subjectId: string | null;
  subjectName: string | null;
  details: AuditDetails;
  requestId: string | null;
}

/** Moments are milliseconds since 1970. */
export interface AuditFilter {
  /** A whole action, or the part before its dot. */
  action?: string | undefined;
  result?: 'done' | 'refused' | undefined;
  /** Part of the name of the actor or of the subject. */
  search?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}
