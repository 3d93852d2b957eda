import type { BackupProgress } from '#sdk/contract/host/backups.js';
import type { Database } from '../db/connection.ts';
import type { Stores } from '../storage/stores.ts';
import { eachAtOnce } from '../transfer/each-at-once.ts';
import {
  type BlobEntry,
  type BlobGroup,
  blobPlaces,
  blobPrefixes,
  type createBlobListReader,
  createBlobListWriter,
  folderOfBlobs,
  pathOfBlob,
} from './blob-list.ts';
import { copyBlob } from './copy-blob.ts';
import { type LostContents, listBlobs, type SnapshotBlob, type SnapshotFile } from './snapshot.ts';
import type { BackupTarget } from './target/target.ts';

interface Work {
  snapshot: Database;
  stores: Pick<Stores, 'blobs' | 'thumbnails'>;
  target: BackupTarget;
  /** The blobs of the snapshot before; null: there is none. */
  known: ReturnType<typeof createBlobListReader> | null;
  /** The file that gets the list of the blobs. */
  list: string;
  signal: AbortSignal;
  onProgress: ((progress: BackupProgress) => void) | undefined;
}

interface Copied extends BackupProgress {
  /** What the target did not have. */
  copied: BackupProgress;
  damaged: readonly SnapshotFile[];
  lost: LostContents;
}

/** Copies the blobs of a snapshot that are not in the target yet, and lists all of them. */
export async function copyBlobs({ snapshot, list, signal, onProgress, ...work }: Work): Promise<Copied> {
  const total = { blobs: 0, bytes: 0 };
  const copied = { blobs: 0, bytes: 0 };
  const damaged: SnapshotFile[] = [];
  const thumbnails: string[] = [];
  const writer = createBlobListWriter(list);
  for (const prefix of blobPrefixes) {
    signal.throwIfAborted();
    const there = { stored: await listStored(work.target, prefix), known: await work.known?.take(prefix) };
    const entries: BlobEntry[] = [];
    await eachAtOnce(await listBlobs(snapshot, prefix), async (blob) => {
      const result = await ensureBlob(blob, { ...work, ...there, signal });
      damaged.push(...result.damaged);
      if (result.entry === null) {
        if (blob.place === 'thumbnails') thumbnails.push(blob.id);
        return;
      }
      entries.push(result.entry);
      add(total, result.entry);
      if (result.isNew) add(copied, result.entry);
      onProgress?.({ ...total });
    });
    await writer.add(entries.sort((a, b) => (a.id < b.id ? -1 : 1)));
  }
  await writer.close();
  return { ...total, copied, damaged, lost: { files: damaged.map(({ id }) => id), thumbnails } };
}

function add(progress: BackupProgress, { size }: BlobEntry): void {
  progress.blobs += 1;
  progress.bytes += size;
}

/** The sizes of the blobs in a target whose IDs begin with two digits, by path. */
export async function listStored(target: BackupTarget, prefix: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const place of blobPlaces) {
    const folder = folderOfBlobs(place, prefix);
    for await (const { name, size } of target.list(folder)) sizes.set(`${folder}/${name}`, size);
  }
  return sizes;
}

interface Ensuring extends Pick<Work, 'stores' | 'target' | 'signal'> {
  stored: ReadonlyMap<string, number>;
  known: BlobGroup | undefined;
}

interface Ensured {
  entry: BlobEntry | null;
  damaged: readonly SnapshotFile[];
  isNew: boolean;
}

async function ensureBlob(
  blob: SnapshotBlob,
  { stores, target, signal, ...there }: Ensuring,
): Promise<Ensured> {
  const { place, id, whole } = blob;
  const from = stores[place];
  const path = pathOfBlob(blob);
  const size = there.stored.get(path);
  const before = there.known?.get(path);
  const expected = whole ?? before;
  if (size !== undefined && size === expected?.size && (before ?? expected).sha256 === expected.sha256) {
    const { sha256 } = expected;
    return { entry: { place, id, size, sha256 }, damaged: [], isNew: false };
  }
  if (size !== undefined && !expected) {
    // An interrupted backup has copied it: only its digest is not known.
    const examined = await copyBlob(blob, { from, to: null, signal });
    if (examined.entry?.size === size) return { ...examined, isNew: false };
  }
  return { ...(await copyBlob(blob, { from, to: target, signal })), isNew: true };
}
