import type { OwnerFile } from '#sdk/contract/files.js';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import type { ShareDetails } from '#sdk/contract/shares.js';

/** A share with everything that a test did not say. */
export function aShare(fields: Partial<Record<keyof ShareDetails, unknown>> = {}): ShareDetails {
  return {
    id: 'abc123',
    name: 'Photos',
    description: null,
    createdAt: '2030-01-01T10:00:00.000Z',
    expiresAt: '2030-01-08T10:00:00.000Z',
    fileCount: 3,
    size: 1_200_000,
    state: 'active',
    isQuarantined: false,
    hasPassword: false,
    maxViews: null,
    visitors: 12,
    downloads: 5,
    lastAccessAt: null,
    isAdding: false,
    reverseShareId: null,
    recipients: [],
    completedAt: '2030-01-01T10:05:00.000Z',
    url: 'https://files.example.org/s/abc123',
    cover: [],
    arriving: null,
    can: { download: true, append: true, edit: true, removeFile: true, remove: true },
    ...fields,
  } as ShareDetails;
}

/** A finished file of a share. */
export function aFile(path: string, size = 10): OwnerFile {
  return {
    id: path,
    name: path,
    path,
    size,
    type: 'text/plain',
    preview: 'text',
    downloads: 2,
    lastDownloadAt: null,
    thumbnail: null,
    sha256: '0'.repeat(64),
    createdAt: '2030-01-01T10:00:00.000Z',
  } as OwnerFile;
}

/** A reverse share with everything that a test did not say. */
export function aReverseShare(fields: Partial<Record<keyof ReverseShare, unknown>> = {}): ReverseShare {
  return {
    id: 'e'.repeat(32),
    name: 'Invoices',
    description: null,
    state: 'open',
    createdAt: '2030-01-01T10:00:00.000Z',
    expiresAt: null,
    shareExpiration: null,
    maxShareSize: null,
    maxUses: 5,
    remainingUses: 3,
    shareCount: 2,
    size: 1_200_000,
    cover: null,
    sendsNotification: false,
    hasPassword: false,
    requiresSignIn: false,
    hasSimpleForm: false,
    url: `https://files.example.org/upload/${reverseShareToken}`,
    ...fields,
  } as ReverseShare;
}

export const reverseShareToken = `fsq_${'a'.repeat(43)}`;
