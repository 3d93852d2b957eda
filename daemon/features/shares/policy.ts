import type { ErrorCode } from '#sdk/contract/errors.js';
import type { ShareAction } from '#sdk/contract/shares/actions.js';
import type { ShareAbilities, ShareState } from '#sdk/contract/shares.js';
import { type ShareRecord, stateAt } from './types.ts';

/**
 * The relation of an actor to a share.
 *
 * - `owner`, `admin`: by account
 * - `uploader`: has the upload token
 * - `visitor`: has a share token
 * - `stranger`: none of these
 */
export type ShareRole = 'owner' | 'admin' | 'uploader' | 'visitor' | 'stranger';

/** The properties of a share that the policy depends on. */
export interface ShareFacts {
  state: ShareState;
  /** The files are deleted; only the link is remembered. */
  isPurged: boolean;
  /** It is sent through a reverse share: until it is complete, only its sender may write to it. */
  isReceived: boolean;
  hasPassword: boolean;
  maxViews: number | null;
  views: number;
  /** Malware was found in one of its files. */
  isQuarantined: boolean;
}

/** Derives the facts of a share at this moment. */
export function factsOf(share: ShareRecord, now: number): ShareFacts {
  return {
    state: stateAt(share, now),
    // A share that is expired and being purged cannot be reactivated.
    isPurged: share.purgedAt !== null || share.removedAt !== null,
    isReceived: share.reverseShareId !== null,
    hasPassword: share.passwordHash !== null,
    maxViews: share.maxViews,
    views: share.views,
    isQuarantined: share.quarantinedAt !== null,
  };
}

const look: readonly ShareAction[] = ['share:view', 'share:download'];
const manage: readonly ShareAction[] = [
  ...look,
  'share:edit',
  'share:remove-file',
  'share:remove',
  'share:manage',
];
const everything: readonly ShareAction[] = [...manage, 'share:upload', 'share:append'];
const send: readonly ShareAction[] = [
  ...look,
  'share:upload',
  'share:remove-file',
  'share:remove',
  'share:manage',
];
const watch: readonly ShareAction[] = [...look, 'share:remove', 'share:manage'];

/** Actions that each role may do in each state. Anything not listed is refused. */
const allowed: Readonly<Record<ShareRole, Partial<Record<ShareState, readonly ShareAction[]>>>> = {
  owner: {
    draft: everything,
    completing: everything,
    active: everything,
    expired: manage,
  },
  admin: { draft: watch, completing: watch, active: manage, expired: manage },
  uploader: {
    draft: send,
    completing: send,
    // Completing again returns the same result; the upload itself refuses new files.
    active: ['share:upload'],
  },
  visitor: { active: look },
  stranger: {},
};

/** Returns null if `role` may do `action`, otherwise the reason for the refusal. */
export function findRefusal(role: ShareRole, action: ShareAction, share: ShareFacts): ErrorCode | null {
  if (share.state === 'removed') return 'share_removed';
  if (share.isPurged) return 'share_not_found';
  if (role === 'visitor' && share.state === 'active' && share.isQuarantined) return 'share_quarantined';
  if (allowed[seenAs(role, share)][share.state]?.includes(action)) return null;
  return whyNot(action, share);
}

/** Lists everything that the page and the CLI offer to do with a share. */
export function listAbilities(role: ShareRole, share: ShareFacts): ShareAbilities {
  const may = (action: ShareAction) => findRefusal(role, action, share) === null;
  return {
    download: may('share:download'),
    append: may('share:append'),
    edit: may('share:edit'),
    removeFile: may('share:remove-file'),
    remove: may('share:remove'),
  };
}

/** The owner does not own a received share while its files are still being sent. */
function seenAs(role: ShareRole, { isReceived, state }: ShareFacts): ShareRole {
  const isOnTheWay = state === 'draft' || state === 'completing';
  return role === 'owner' && isReceived && isOnTheWay ? 'admin' : role;
}

/** Reveals no more than the holder of a valid link may know. */
function whyNot(action: ShareAction, share: ShareFacts): ErrorCode {
  if (share.state === 'expired') return 'share_not_found';
  if (action !== 'share:view' && action !== 'share:download') return 'forbidden';
  return findClosed(share) ?? (share.hasPassword ? 'share_password_required' : 'share_token_required');
}

/** Returns why a stranger cannot open a share at all, or null. */
export function findClosed(share: ShareFacts): ErrorCode | null {
  if (share.state === 'removed') return 'share_removed';
  if (share.state === 'expired' || share.isPurged) return 'share_not_found';
  if (share.state !== 'active') return 'share_uploading';
  if (share.isQuarantined) return 'share_quarantined';
  if (share.maxViews !== null && share.views >= share.maxViews) return 'share_view_limit';
  return null;
}
