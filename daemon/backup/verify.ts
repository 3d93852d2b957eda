import type { BackupDamage, VerifyBackupOptions, VerifyReport } from '#sdk/contract/host/backups.js';
import { MissingSourceError } from '../transfer/byte-source.ts';
import { createDigest } from '../transfer/digests.ts';
import { eachAtOnce } from '../transfer/each-at-once.ts';
import { type BlobEntry, pathOfBlob } from './blob-list.ts';
import { listStored } from './copy-blobs.ts';
import {
  contentOf,
  type Damage,
  damagedIds,
  type ExaminedSnapshot,
  judgeSize,
  requireSnapshots,
} from './examine.ts';
import { type Manifest, pathOfPart } from './manifest.ts';
import { withBlobLists } from './open-blob-lists.ts';
import type { BackupTarget } from './target/target.ts';

type Options = Pick<VerifyBackupOptions, 'deep' | 'signal' | 'onProgress'>;

const maxDamage = 100;

/**
 * Compares a target with its snapshots: what they refer to has the right sizes or, if it is `deep`, the right SHA-256.
 * What only a damaged snapshot refers to is compared as far as its list of blobs can be read.
 *
 * @throws HostError `backup_empty`, `backup_newer`
 */
export async function verifyBackup(target: BackupTarget, options: Options): Promise<VerifyReport> {
  const { deep, signal, onProgress } = options;
  const { snapshots } = await requireSnapshots(target);
  const report = { target: target.address, snapshots: snapshots.length, isDeep: deep, damageCount: 0 };
  const damage: Damage[] = [];
  const damaged = new Set(damagedIds(snapshots));
  const progress = { blobs: 0, bytes: 0 };
  const note = (one: Damage) => {
    report.damageCount += 1;
    if (damage.length < maxDamage) damage.push(one);
  };
  const noteChange = ({ id, part }: ChangedPart) => {
    damaged.add(id);
    note(contentOf(pathOfPart(id, part)));
  };
  snapshots.flatMap((snapshot) => snapshot.damage).forEach(note);
  if (deep) for (const changed of await compareDatabases(target, snapshots)) noteChange(changed);
  await withBlobLists(target, manifestsWith('blobs', snapshots), async (lists) => {
    for (const id of lists.damaged) noteChange({ id, part: 'blobs' });
    const ids = snapshots.map(({ id }) => id);
    await lists.each(ids, async (prefix, group) => {
      signal.throwIfAborted();
      const stored = await listStored(target, prefix);
      await eachAtOnce(group.values(), async (entry) => {
        signal.throwIfAborted();
        const name = pathOfBlob(entry);
        const reason =
          judgeSize(entry.size, stored.get(name)) ?? (deep ? await compare(target, entry) : null);
        if (reason) note({ name, reason });
        progress.blobs += 1;
        progress.bytes += entry.size;
        onProgress?.({ ...progress });
      });
    });
  });
  return { ...report, ...progress, damage, damagedSnapshots: [...damaged].toSorted() };
}

/** A part of a snapshot that has the right size and other bytes. */
interface ChangedPart {
  id: string;
  part: 'database' | 'blobs';
}

/** Returns the manifests of the snapshots whose part has the right size. */
function manifestsWith(part: ChangedPart['part'], snapshots: readonly ExaminedSnapshot[]): Manifest[] {
  return snapshots.flatMap(({ id, manifest, damage }) =>
    manifest && !damage.some(({ name }) => name === pathOfPart(id, part)) ? manifest : [],
  );
}

async function compare(target: BackupTarget, entry: BlobEntry): Promise<BackupDamage | null> {
  const digest = createDigest();
  try {
    for await (const chunk of await target.get(pathOfBlob(entry))) digest.update(chunk as Buffer);
  } catch (error) {
    if (error instanceof MissingSourceError) return 'missing';
    throw error;
  }
  return digest.digest().sha256 === entry.sha256 ? null : 'content';
}

async function compareDatabases(
  target: BackupTarget,
  snapshots: readonly ExaminedSnapshot[],
): Promise<ChangedPart[]> {
  const changed: ChangedPart[] = [];
  for (const { id, database } of manifestsWith('database', snapshots)) {
    const digest = createDigest();
    for await (const chunk of await target.get(pathOfPart(id, 'database'))) digest.update(chunk as Buffer);
    if (digest.digest().sha256 !== database.sha256) changed.push({ id, part: 'database' });
  }
  return changed;
}
