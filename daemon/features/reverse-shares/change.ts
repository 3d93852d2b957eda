import type { UpdateReverseShare } from '#sdk/contract/reverse-shares.js';
import type { ReverseShareChange } from './row.ts';
import type { ReverseShareRecord } from './types.ts';

interface DecidedChange extends Omit<UpdateReverseShare, 'expiration' | 'password'> {
  expiresAt: number | null | undefined;
  passwordHash: string | null | undefined;
}

/** Returns a reverse share after a change: fields that are left out stay unchanged. */
export function applyChange(
  current: ReverseShareRecord,
  input: DecidedChange,
  now: number,
): ReverseShareChange {
  return {
    name: keep(trimmed(input.name), current.name),
    description: keep(trimmed(input.description), current.description),
    passwordHash: keep(input.passwordHash, current.passwordHash),
    expiresAt: keep(input.expiresAt, current.expiresAt),
    shareExpiration: keep(input.shareExpiration, current.shareExpiration),
    maxShareSize: keep(input.maxShareSize, current.maxShareSize),
    maxUses: keep(input.maxUses, current.maxUses),
    sendsNotification: input.sendsNotification ?? current.sendsNotification,
    requiresSignIn: input.requiresSignIn ?? current.requiresSignIn,
    hasSimpleForm: input.hasSimpleForm ?? current.hasSimpleForm,
    closedAt: closingAt(current.closedAt, input.isClosed, now),
  };
}

/** Text of only spaces counts as empty. */
export function trimmed(text: string | null | undefined): string | null | undefined {
  return typeof text === 'string' ? text.trim() || null : text;
}

function keep<T>(wanted: T | undefined, current: T): T {
  return wanted === undefined ? current : wanted;
}

function closingAt(closedAt: number | null, isClosed: boolean | undefined, now: number): number | null {
  if (isClosed === undefined) return closedAt;
  return isClosed ? (closedAt ?? now) : null;
}
