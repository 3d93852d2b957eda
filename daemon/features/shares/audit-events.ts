import type { AuditAction } from '#sdk/contract/audit.js';
import type { ShareId } from '#sdk/contract/formats/primitives.js';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause, AuditDetails, AuditEvent } from '../audit/types.ts';
import type { ShareRecord } from './types.ts';

/** Names the share by its link: its name is private to the owner and is deleted with the share. */
export function shareEvent(
  action: Extract<AuditAction, `share.${string}`>,
  id: ShareId,
  details: AuditDetails = {},
): AuditEvent {
  return { action, subject: { id, name: null }, details };
}

/** The upload token acts for the account that created the share, which is not the account that receives it. */
export async function causeOf(by: AuditCause, share: ShareRecord, audit: AuditRepo): Promise<AuditCause> {
  const { ownerId, reverseShareId, completedAt } = share;
  const isOnTheWay = reverseShareId !== null && completedAt === null;
  if (by.user || by.isHost || ownerId === null || isOnTheWay) return by;
  return { ...by, user: { id: ownerId, username: await audit.usernameOf(ownerId) } };
}
