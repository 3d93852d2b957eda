import type { ShareFile } from '#sdk/contract/files.js';
import type { OwnerShare } from '#sdk/contract/shares.js';

/** A share with everything that a test did not say. */
export function aShare(fields: Partial<Record<keyof OwnerShare, unknown>> = {}): OwnerShare {
  return {
    id: 'abc123',
    name: 'Photos',
    description: null,
    createdAt: '2030-01-01T10:00:00.000Z',
    expiresAt: '2030-01-08T10:00:00.000Z',
    fileCount: 3,
    size: 1_200_000,
    state: 'active',
    hasPassword: false,
    maxViews: null,
    visitors: 12,
    completedAt: '2030-01-01T10:05:00.000Z',
    url: 'https://files.example.org/s/abc123',
    ...fields,
  } as OwnerShare;
}

/** A finished file of a share. */
export function aFile(path: string, size = 10): ShareFile {
  return {
    id: path,
    name: path,
    path,
    size,
    type: 'text/plain',
    sha256: '0'.repeat(64),
    createdAt: '2030-01-01T10:00:00.000Z',
  } as ShareFile;
}
