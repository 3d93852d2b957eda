import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { ReverseShare, ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import { stateAt } from './policy.ts';
import type { Invitation, OwnReverseShare } from './types.ts';

interface OwnersView {
  appUrl: string;
  now: number;
  /** The instance lets the owner have reverse shares. */
  isAllowed: boolean;
}

/** Presents a reverse share to its owner. */
export function presentReverseShare(
  { reverseShare, token, received, cover }: OwnReverseShare,
  { appUrl, now, isAllowed }: OwnersView,
): ReverseShare {
  const { maxUses, uses } = reverseShare;
  const state = stateAt(reverseShare, now);
  return {
    id: reverseShare.id,
    name: reverseShare.name,
    description: reverseShare.description,
    state: state === 'open' && !isAllowed ? 'closed' : state,
    createdAt: isoTime(reverseShare.createdAt),
    expiresAt: isoTime(reverseShare.expiresAt),
    shareExpiration: reverseShare.shareExpiration,
    maxShareSize: reverseShare.maxShareSize,
    maxUses,
    remainingUses: maxUses === null ? null : Math.max(0, maxUses - uses),
    shareCount: received.shares,
    size: received.size,
    cover,
    sendsNotification: reverseShare.sendsNotification,
    hasPassword: reverseShare.passwordHash !== null,
    requiresSignIn: reverseShare.requiresSignIn,
    hasSimpleForm: reverseShare.hasSimpleForm,
    url: `${appUrl.replace(/\/$/, '')}/upload/${token}`,
  };
}

/**
 * Presents a reverse share to an actor with its link. `maxSize` is the limit of the instance; 0: only the disk limits
 * it.
 */
export function presentInvitation(
  { reverseShare, owner }: Invitation,
  { maxSize }: { maxSize: number },
): ReverseShareInvitation {
  const limits = [reverseShare.maxShareSize ?? 0, maxSize].filter((limit) => limit > 0);
  return {
    name: reverseShare.name,
    description: reverseShare.description,
    owner,
    expiresAt: isoTime(reverseShare.expiresAt),
    maxShareSize: limits.length === 0 ? null : Math.min(...limits),
    hasPassword: reverseShare.passwordHash !== null,
    requiresSignIn: reverseShare.requiresSignIn,
    hasSimpleForm: reverseShare.hasSimpleForm,
  };
}
