import type { ReverseShareId, ShareId, ShareKey, UserId } from '#sdk/contract/formats/primitives.js';
import type { ShareState } from '#sdk/contract/shares.js';
import { foldText } from '../../../db/fold-text.ts';
import type { ShareRecord } from '../types.ts';

export interface ShareRow {
  key: string;
  id: string;
  id_key: string;
  owner_id: string | null;
  reverse_share_id: string | null;
  name: string | null;
  /** The name in the form used for sorting and searching. */
  name_key: string | null;
  description: string | null;
  password_hash: string | null;
  password_version: number;
  max_views: number | null;
  views: number;
  state: string;
  created_at: number;
  completed_at: number | null;
  expiration: string;
  expires_at: number | null;
  removed_at: number | null;
  purged_at: number | null;
  active_at: number;
  adding_at: number | null;
  quarantined_at: number | null;
  upload_token_hash: string | null;
  max_size: number | null;
  declared_size: number;
  dead_size: number;
  size: number;
  file_count: number;
  reserved_size: number;
  reserved_count: number;
  last_access_at: number | null;
  archive_downloads: number;
}

/**
 * Condition that `bytes` are within the limits of the instance and of the share; bindings: instance, share, instance,
 * share.
 */
export const fitsSize = (bytes: string) =>
  `(cast(? as bigint) = 0 or ${bytes} + dead_size <= ?) and (max_size is null or ${bytes} + dead_size <= max_size)`;

/**
 * Storage that one share uses: its files and unfinished uploads, at least the announced size, plus dead bytes in
 * bundles.
 */
export const heldSize = `case when size + reserved_size > declared_size then size + reserved_size else declared_size end
  + dead_size`;

export function fromRow(row: ShareRow): ShareRecord {
  return {
    key: row.key as ShareKey,
    id: row.id as ShareId,
    ownerId: row.owner_id as UserId | null,
    reverseShareId: row.reverse_share_id as ReverseShareId | null,
    name: row.name,
    description: row.description,
    passwordHash: row.password_hash,
    passwordVersion: row.password_version,
    maxViews: row.max_views,
    views: row.views,
    state: row.state as ShareState,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    expiration: row.expiration,
    expiresAt: row.expires_at,
    removedAt: row.removed_at,
    purgedAt: row.purged_at,
    activeAt: row.active_at,
    addingAt: row.adding_at,
    quarantinedAt: row.quarantined_at,
    uploadTokenHash: row.upload_token_hash,
    maxSize: row.max_size,
    declaredSize: row.declared_size,
    size: row.size,
    fileCount: row.file_count,
    reservedSize: row.reserved_size,
    reservedCount: row.reserved_count,
    lastAccessAt: row.last_access_at,
    archiveDownloads: row.archive_downloads,
  };
}

export function toRow(share: ShareRecord): Omit<ShareRow, 'dead_size'> {
  return {
    key: share.key,
    id: share.id,
    id_key: share.id.toLowerCase(),
    owner_id: share.ownerId,
    reverse_share_id: share.reverseShareId,
    name: share.name,
    name_key: toNameKey(share.name),
    description: share.description,
    password_hash: share.passwordHash,
    password_version: share.passwordVersion,
    max_views: share.maxViews,
    views: share.views,
    state: share.state,
    created_at: share.createdAt,
    completed_at: share.completedAt,
    expiration: share.expiration,
    expires_at: share.expiresAt,
    removed_at: share.removedAt,
    purged_at: share.purgedAt,
    active_at: share.activeAt,
    adding_at: share.addingAt,
    quarantined_at: share.quarantinedAt,
    upload_token_hash: share.uploadTokenHash,
    max_size: share.maxSize,
    declared_size: share.declaredSize,
    size: share.size,
    file_count: share.fileCount,
    reserved_size: share.reservedSize,
    reserved_count: share.reservedCount,
    last_access_at: share.lastAccessAt,
    archive_downloads: share.archiveDownloads,
  };
}

const columns = {
  name: 'name',
  description: 'description',
  passwordHash: 'password_hash',
  passwordVersion: 'password_version',
  maxViews: 'max_views',
  state: 'state',
  completedAt: 'completed_at',
  expiration: 'expiration',
  expiresAt: 'expires_at',
  removedAt: 'removed_at',
  activeAt: 'active_at',
  addingAt: 'adding_at',
  uploadTokenHash: 'upload_token_hash',
  declaredSize: 'declared_size',
} as const satisfies Partial<Record<keyof ShareRecord, keyof ShareRow>>;

/** Returns the columns that a change touches. */
export function toChange(change: Partial<ShareRecord>): Partial<ShareRow> {
  const entries = Object.entries(columns).filter(([name]) => name in change);
  return {
    ...Object.fromEntries(entries.map(([name, column]) => [column, change[name as keyof typeof columns]])),
    ...(change.name !== undefined && { name_key: toNameKey(change.name) }),
  };
}

function toNameKey(name: string | null): string | null {
  return name === null ? null : foldText(name);
}
