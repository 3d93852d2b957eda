import type { AuditAction } from '#sdk/contract/audit.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';

export type AuditDetails = Readonly<Record<string, string | number | boolean>>;

/** Something worth writing down. Never holds a secret. */
export interface AuditEvent {
  action: AuditAction;
  /** `done` unless told. */
  result?: 'done' | 'refused';
  /** What it was done to; the actor itself needs not be named again. */
  subject?: { id: string; name: string | null };
  details?: AuditDetails;
}

/** Who did it and from where: an `Actor` will do. */
export interface AuditCause {
  user: { id: UserId; username: string } | null;
  apiKey: { id: string } | null;
  ip: string | null;
  requestId: string | null;
  /** Whoever runs a command on the server's machine: where it comes from says nothing. */
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
  /** Part of the name of who did it or of what it was done to. */
  search?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}
