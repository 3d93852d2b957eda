import { type OwnerShare, ShareDetails } from '#sdk/contract/shares.js';

/** A share as its owner sees it. */
export function shareOf(id: string, changes: Partial<OwnerShare> = {}): ShareDetails {
  const url = `https://files.example.org/s/${id}`;
  const counts = { fileCount: 2, size: 4000, visitors: 3, downloads: 5 };
  const none = { description: null, maxViews: null, lastAccessAt: null, reverseShareId: null };
  const at = '2030-01-01T00:00:00.000Z';
  return ShareDetails.parse({
    id,
    url,
    name: `Share ${id}`,
    state: 'active',
    createdAt: at,
    completedAt: at,
    expiresAt: null,
    isQuarantined: false,
    hasPassword: false,
    isAdding: false,
    hasDirectLinks: true,
    cover: [],
    arriving: null,
    recipients: [],
    can: { download: true, append: changes.state !== 'expired', edit: true, removeFile: true, remove: true },
    ...counts,
    ...none,
    ...changes,
  });
}
