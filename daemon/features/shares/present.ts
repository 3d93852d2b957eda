import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { OwnerShare, Recipient, Share } from '#sdk/contract/shares.js';
import { type RecipientRecord, type ShareRecord, stateAt } from './types.ts';

/** What a visitor sees. */
export function presentShare(share: ShareRecord): Share {
  return {
    id: share.id,
    name: share.name,
    description: share.description,
    createdAt: isoTime(share.createdAt),
    expiresAt: isoTime(share.expiresAt),
    fileCount: share.fileCount,
    size: share.size,
    isAdding: share.addingAt !== null,
    hasDirectLinks: share.maxViews === null,
  };
}

/** What the owner sees. */
export function presentOwnerShare(
  share: ShareRecord,
  { appUrl, now, fileDownloads = 0 }: { appUrl: string; now: number; fileDownloads?: number },
): OwnerShare {
  return {
    ...presentShare(share),
    state: stateAt(share, now),
    hasPassword: share.passwordHash !== null,
    maxViews: share.maxViews,
    visitors: share.views,
    downloads: share.archiveDownloads + fileDownloads,
    lastAccessAt: isoTime(share.lastAccessAt),
    completedAt: isoTime(share.completedAt),
    reverseShareId: share.reverseShareId,
    url: `${appUrl.replace(/\/$/, '')}/s/${share.id}`,
  };
}

/** As anyone sees it who has nothing but the upload token: how often it was opened is for its owner's eyes alone. */
export function withoutCounters(share: OwnerShare): OwnerShare {
  return { ...share, visitors: 0, downloads: 0, lastAccessAt: null };
}

/** As the sender of a received share sees it, who does not learn what its owner makes of it. */
export function withoutOwnersMatters(share: OwnerShare): OwnerShare {
  return {
    ...withoutCounters(share),
    name: null,
    description: null,
    hasPassword: false,
    maxViews: null,
    hasDirectLinks: true,
    isAdding: false,
  };
}

export function presentRecipient({ email, state, changedAt, problem }: RecipientRecord): Recipient {
  return { email, state, changedAt: isoTime(changedAt), problem };
}
