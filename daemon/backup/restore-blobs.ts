import type { Readable } from 'node:stream';
import type { RestoreBackupOptions, RestoreReport } from '#sdk/contract/host/backups.js';
import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import { openStores, type Stores, writeBlob } from '../storage/stores.ts';
import { MissingSourceError } from '../transfer/byte-source.ts';
import { createDigest, type Digest } from '../transfer/digests.ts';
import { eachAtOnce } from '../transfer/each-at-once.ts';
import { type BlobEntry, pathOfBlob, readBlobList } from './blob-list.ts';
import { type LostContents, markLost } from './snapshot.ts';
import type { BackupTarget } from './target/target.ts';

interface Work extends Pick<Core, 'env' | 'uow' | 'clock' | 'logger' | 'database'> {
  target: BackupTarget;
  /** The file with the list of the blobs. */
  list: string;
  signal: AbortSignal;
  onProgress: RestoreBackupOptions['onProgress'];
}

const maxDamage = 100;

/** Restores the blobs that are not there yet. Files whose bytes the backup has lost are marked as damaged. */
export async function restoreBlobs(
  work: Work,
): Promise<Pick<RestoreReport, 'blobs' | 'bytes' | 'damageCount' | 'damage'>> {
  const { env, database, target, list, signal, onProgress } = work;
  const stores = await openStores(env, work);
  const progress = { blobs: 0, bytes: 0 };
  const damaged: BlobEntry[] = [];
  try {
    const problem = await stores.findProblem();
    if (problem) throw new HostError(problem.code, problem.params);
    await eachAtOnce(readBlobList(list), async (entry) => {
      signal.throwIfAborted();
      if (!(await restoreBlob(entry, { stores, target, signal }))) damaged.push(entry);
      progress.blobs += 1;
      progress.bytes += entry.size;
      onProgress?.({ ...progress });
    });
    await markLost(database, await contentsOf(damaged, work));
  } finally {
    await stores.close();
  }
  return { ...progress, damageCount: damaged.length, damage: damaged.slice(0, maxDamage).map(pathOfBlob) };
}

/** False when the backup does not have its bytes. */
async function restoreBlob(
  entry: BlobEntry,
  { stores, target, signal }: { stores: Stores; target: BackupTarget; signal: AbortSignal },
): Promise<boolean> {
  const { place, id, size } = entry;
  const to = place === 'blobs' ? stores : { blobs: stores.thumbnails };
  const there = await to.blobs.stat(id);
  // An earlier attempt has restored and compared it.
  if (there?.size === size) return true;
  if (there) await to.blobs.remove(id);
  const digest = createDigest();
  try {
    const source = await target.get(pathOfBlob(entry));
    await writeBlob(to, { id, size, bytes: readChecked(source, entry, digest), digest }, signal);
    return true;
  } catch (error) {
    if (error instanceof MissingSourceError || error instanceof DamagedCopyError) return false;
    throw error;
  }
}

class DamagedCopyError extends Error {
  override readonly name = 'DamagedCopyError';
}

async function* readChecked(
  source: Readable,
  { size, sha256 }: BlobEntry,
  digest: Digest,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    const bytes = chunk as Buffer;
    if (digest.bytes + bytes.length > size) throw new DamagedCopyError();
    digest.update(bytes);
    yield bytes;
  }
  if (digest.bytes !== size || digest.digest().sha256 !== sha256) throw new DamagedCopyError();
}

async function contentsOf(damaged: readonly BlobEntry[], { database }: Work): Promise<LostContents> {
  const files: string[] = [];
  for (const { id } of damaged.filter(({ place }) => place === 'blobs')) {
    const found: string[] = await database.reader('files').where({ id }).orWhere({ pack_id: id }).pluck('id');
    files.push(...found);
  }
  const thumbnails = damaged.filter(({ place }) => place === 'thumbnails').map(({ id }) => id);
  return { files, thumbnails };
}
