import { Share } from '#sdk/contract/shares.js';

/** As `shares.get` answers it. */
export function sampleShare(fields: Partial<Record<keyof Share, unknown>> = {}): Share {
  return Share.parse({
    id: 'abc123',
    name: 'Photos',
    description: null,
    sender: null,
    createdAt: '2030-01-01T00:00:00.000Z',
    expiresAt: null,
    fileCount: 1,
    size: 1000,
    isAdding: false,
    hasDirectLinks: true,
    ...fields,
  });
}
