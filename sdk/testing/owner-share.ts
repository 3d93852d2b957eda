import { OwnerShare } from '../contract/shares.ts';

/** A draft as its owner sees it. */
export const ownerShare = OwnerShare.parse({
  id: 'holiday',
  name: null,
  description: null,
  createdAt: '2030-01-01T00:00:00.000Z',
  expiresAt: null,
  fileCount: 0,
  size: 0,
  state: 'draft',
  isQuarantined: false,
  hasPassword: false,
  maxViews: null,
  visitors: 0,
  downloads: 0,
  lastAccessAt: null,
  isAdding: false,
  hasDirectLinks: true,
  cover: [],
  arriving: null,
  reverseShareId: null,
  completedAt: null,
  url: 'https://files.example.org/s/holiday',
  can: { download: true, append: true, edit: true, removeFile: true, remove: true },
});
