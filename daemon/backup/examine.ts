import type { BackupDamage } from '#sdk/contract/host/backups.js';
import { HostError, isHostError } from '#sdk/contract/host.js';
import { type Manifest, pathOfPart, readIndex, readManifest, type SnapshotIndex } from './manifest.ts';
import type { BackupTarget } from './target/target.ts';

/** An object of a target that is missing or has changed. */
export interface Damage {
  /** Its path. */
  name: string;
  reason: BackupDamage;
}

/** A snapshot, as far as it can be read. */
export interface ExaminedSnapshot {
  id: string;
  /** null: it cannot be read. */
  manifest: Manifest | null;
  /** Its damaged parts. It can be restored only if there are none. */
  damage: readonly Damage[];
}

/** The snapshots of a target, the oldest first. */
export interface Examination extends Pick<SnapshotIndex, 'leftovers'> {
  snapshots: readonly ExaminedSnapshot[];
}

/** Reads the manifests of a target, and compares the sizes of what belongs to them. @throws HostError `backup_newer` */
export async function examineSnapshots(target: BackupTarget): Promise<Examination> {
  const { ids, sizes, leftovers } = await readIndex(target);
  const snapshots: ExaminedSnapshot[] = [];
  for (const id of ids) {
    const manifest = await readUndamaged(target, id);
    const damage = manifest ? compareParts(manifest, sizes) : [contentOf(pathOfPart(id, 'manifest'))];
    snapshots.push({ id, manifest, damage });
  }
  return { snapshots, leftovers };
}

/** The same, for what makes no sense without a snapshot. @throws HostError `backup_newer`, `backup_empty` */
export async function requireSnapshots(target: BackupTarget): Promise<Examination> {
  const found = await examineSnapshots(target);
  if (found.snapshots.length === 0) throw new HostError('backup_empty', { target: target.address });
  return found;
}

/** Returns the IDs of the snapshots that cannot be restored. */
export function damagedIds(snapshots: readonly ExaminedSnapshot[]): string[] {
  return snapshots.flatMap(({ id, damage }) => (damage.length > 0 ? id : []));
}

/** Returns the manifests of the snapshots that can be restored. */
export function wholeManifests(snapshots: readonly ExaminedSnapshot[]): Manifest[] {
  return snapshots.flatMap(({ manifest, damage }) => (manifest && damage.length === 0 ? manifest : []));
}

export const contentOf = (name: string): Damage => ({ name, reason: 'content' });

/** Compares a size with the one that an object should have; `undefined`: there is no such object. */
export function judgeSize(expected: number, stored: number | undefined): BackupDamage | null {
  if (stored === undefined) return 'missing';
  return stored === expected ? null : 'size';
}

async function readUndamaged(target: BackupTarget, id: string): Promise<Manifest | null> {
  try {
    return await readManifest(target, id);
  } catch (error) {
    if (isHostError(error, 'backup_damaged')) return null;
    throw error;
  }
}

function compareParts(
  { id, database, blobList }: Manifest,
  sizes: SnapshotIndex['sizes'],
): readonly Damage[] {
  return [
    { name: pathOfPart(id, 'database'), bytes: database.bytes },
    { name: pathOfPart(id, 'blobs'), bytes: blobList.bytes },
  ].flatMap(({ name, bytes }) => {
    const reason = judgeSize(bytes, sizes.get(name));
    return reason ? { name, reason } : [];
  });
}
