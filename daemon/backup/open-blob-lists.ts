import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isHostError } from '#sdk/contract/host.js';
import { type BlobEntry, type BlobGroup, blobPrefixes, createBlobListReader } from './blob-list.ts';
import { fetchPart, type Manifest } from './manifest.ts';
import type { BackupTarget } from './target/target.ts';

/** The blob lists of some snapshots. */
export interface BlobLists {
  /** The IDs of the snapshots whose lists are damaged: nobody knows which blobs they need. */
  damaged: readonly string[];
  /**
   * Calls `work` once with the blobs that some of these snapshots have, one group after the other, each blob once.
   */
  each(ids: readonly string[], work: (prefix: string, group: BlobGroup) => Promise<void>): Promise<void>;
}

/** Copies blob lists to this machine while `work` reads them. */
export async function withBlobLists<T>(
  target: BackupTarget,
  manifests: readonly Manifest[],
  work: (lists: BlobLists) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-backup-'));
  const readers = new Map<string, ReturnType<typeof createBlobListReader>>();
  const damaged: string[] = [];
  try {
    for (const manifest of manifests) {
      const file = join(folder, manifest.id);
      try {
        await fetchPart(target, { manifest, part: 'blobs' }, file);
        readers.set(manifest.id, createBlobListReader(file));
      } catch (error) {
        if (!isHostError(error, 'backup_damaged')) throw error;
        damaged.push(manifest.id);
      }
    }
    return await work({
      damaged,
      async each(ids, handle) {
        const chosen = ids.flatMap((id) => readers.get(id) ?? []);
        for (const prefix of blobPrefixes) {
          const group = new Map<string, BlobEntry>();
          for (const reader of chosen) {
            for (const [path, entry] of await reader.take(prefix)) group.set(path, entry);
          }
          await handle(prefix, group);
        }
      },
    });
  } finally {
    for (const reader of readers.values()) await reader.close();
    await rm(folder, { recursive: true, force: true });
  }
}
