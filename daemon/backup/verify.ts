import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupDamage, VerifyBackupOptions, VerifyReport } from '#sdk/contract/host/backups.js';
import { HostError, isHostError } from '#sdk/contract/host.js';
import { MissingSourceError } from '../transfer/byte-source.ts';
import { createDigest } from '../transfer/digests.ts';
import { eachAtOnce } from '../transfer/each-at-once.ts';
import {
  type BlobEntry,
  type BlobGroup,
  blobPrefixes,
  createBlobListReader,
  pathOfBlob,
} from './blob-list.ts';
import { listStored } from './copy-blobs.ts';
import {
  fetchPart,
  type Manifest,
  pathOfPart,
  readIndex,
  readManifests,
  snapshotFolder,
} from './manifest.ts';
import type { BackupTarget } from './target/target.ts';

type Options = Pick<VerifyBackupOptions, 'deep' | 'signal' | 'onProgress'>;

const maxDamage = 100;

/**
 * Compares a target with its snapshots: what they refer to has the right sizes or, if it is `deep`, the right SHA-256.
 *
 * @throws HostError `backup_empty`, `backup_damaged` when a manifest cannot be read
 */
export async function verifyBackup(target: BackupTarget, options: Options): Promise<VerifyReport> {
  const { deep, signal, onProgress } = options;
  const { ids } = await readIndex(target);
  if (ids.length === 0) throw new HostError('backup_empty', { target: target.address });
  const manifests = await readManifests(target, ids);
  const report = { target: target.address, snapshots: ids.length, isDeep: deep, damageCount: 0 };
  const damage: { name: string; reason: BackupDamage }[] = [];
  const progress = { blobs: 0, bytes: 0 };
  const note = (name: string, reason: BackupDamage) => {
    report.damageCount += 1;
    if (damage.length < maxDamage) damage.push({ name, reason });
  };
  for (const [name, reason] of await examineDatabases(target, manifests, deep)) note(name, reason);
  const onDamaged = (path: string) => note(path, 'content');
  await withBlobLists({ target, manifests, onDamaged }, async (prefix, group) => {
    signal.throwIfAborted();
    const stored = await listStored(target, prefix);
    await eachAtOnce(group.values(), async (entry) => {
      signal.throwIfAborted();
      const reason =
        judge(entry, stored.get(pathOfBlob(entry))) ?? (deep ? await compare(target, entry) : null);
      if (reason) note(pathOfBlob(entry), reason);
      progress.blobs += 1;
      progress.bytes += entry.size;
      onProgress?.({ ...progress });
    });
  });
  return { ...report, ...progress, damage };
}

function judge({ size }: BlobEntry, stored: number | undefined): BackupDamage | null {
  if (stored === undefined) return 'missing';
  return stored === size ? null : 'size';
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

async function examineDatabases(
  target: BackupTarget,
  manifests: readonly Manifest[],
  deep: boolean,
): Promise<[string, BackupDamage][]> {
  const sizes = new Map<string, number>();
  for await (const { name, size } of target.list(snapshotFolder))
    sizes.set(`${snapshotFolder}/${name}`, size);
  const found: [string, BackupDamage][] = [];
  for (const { id, database } of manifests) {
    const path = pathOfPart(id, 'database');
    const digest = createDigest();
    const size = sizes.get(path);
    if (size === undefined) found.push([path, 'missing']);
    else if (size !== database.bytes) found.push([path, 'size']);
    else if (deep) {
      for await (const chunk of await target.get(path)) digest.update(chunk as Buffer);
      if (digest.digest().sha256 !== database.sha256) found.push([path, 'content']);
    }
  }
  return found;
}

interface BlobLists {
  target: BackupTarget;
  manifests: readonly Manifest[];
  /** Called before all work with the path of each list that is damaged, and left out unless this throws. */
  onDamaged(path: string): void;
}

/** Calls `work` with the blobs that some snapshot has, one group after the other, each blob once. */
export async function withBlobLists(
  { target, manifests, onDamaged }: BlobLists,
  work: (prefix: string, group: BlobGroup) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-backup-'));
  const readers: ReturnType<typeof createBlobListReader>[] = [];
  try {
    for (const manifest of manifests) {
      const file = join(folder, manifest.id);
      try {
        await fetchPart(target, { manifest, part: 'blobs' }, file);
        readers.push(createBlobListReader(file));
      } catch (error) {
        if (!isHostError(error, 'backup_damaged')) throw error;
        onDamaged(pathOfPart(manifest.id, 'blobs'));
      }
    }
    for (const prefix of blobPrefixes) {
      const group = new Map<string, BlobEntry>();
      for (const reader of readers) {
        for (const [path, entry] of await reader.take(prefix)) group.set(path, entry);
      }
      await work(prefix, group);
    }
  } finally {
    for (const reader of readers) await reader.close();
    await rm(folder, { recursive: true, force: true });
  }
}
