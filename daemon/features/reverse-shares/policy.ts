import type { ErrorCode } from '#sdk/contract/errors.js';
import type { ReverseShareState } from '#sdk/contract/reverse-shares.js';
import type { ReverseShareRecord } from './types.ts';

type Facts = Pick<ReverseShareRecord, 'expiresAt' | 'closedAt' | 'maxUses' | 'uses'>;

/** Returns the state of a reverse share at a moment. */
export function stateAt({ expiresAt, closedAt, maxUses, uses }: Facts, now: number): ReverseShareState {
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  if (closedAt !== null) return 'closed';
  return maxUses !== null && uses >= maxUses ? 'used_up' : 'open';
}

const refusals = {
  open: null,
  closed: 'reverse_share_closed',
  used_up: 'reverse_share_used_up',
  expired: 'reverse_share_not_found',
} as const satisfies Record<ReverseShareState, ErrorCode | null>;

/** Returns why nobody can send files at that moment, or null. */
export function findRefusal(reverseShare: Facts, now: number): ErrorCode | null {
  return refusals[stateAt(reverseShare, now)];
}
