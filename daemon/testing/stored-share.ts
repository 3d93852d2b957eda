import { ShareId } from '#sdk/contract/formats/primitives.js';
import { newShareId, newShareKey } from '../crypto/ids.ts';
import type { ShareRecord } from '../features/shares/types.ts';
import type { TestApp } from './start-app.ts';

/** Creates a published share as stored in the database, except for `changes`. */
export function storedShare({
  id,
  ...changes
}: Partial<Omit<ShareRecord, 'id'>> & { id?: string } = {}): ShareRecord {
  const createdAt = changes.createdAt ?? 0;
  return {
    key: newShareKey(),
    id: id === undefined ? newShareId(16) : ShareId.parse(id),
    ownerId: null,
    reverseShareId: null,
    name: null,
    description: null,
    passwordHash: null,
    passwordVersion: 0,
    maxViews: null,
    views: 0,
    state: 'active',
    createdAt,
    completedAt: createdAt,
    expiration: 'never',
    expiresAt: null,
    removedAt: null,
    purgedAt: null,
    activeAt: createdAt,
    addingAt: null,
    quarantinedAt: null,
    uploadTokenHash: null,
    maxSize: null,
    declaredSize: 0,
    size: 0,
    fileCount: 0,
    reservedSize: 0,
    reservedCount: 0,
    lastAccessAt: null,
    archiveDownloads: 0,
    ...changes,
  };
}

/** Finds malware in all files of a share, without a scanner. */
export async function quarantineFiles(app: TestApp, shareId: string): Promise<void> {
  const { database } = app.app.core;
  const share = database.reader('shares').where({ id: shareId }).select('key');
  await database
    .writer('files')
    .whereIn('share_key', share)
    .update({ scan_state: 'infected', scan_note: 'Eicar-Test-Signature', scan_at: Date.now() });
}
