import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { BackupReport, CreateBackupOptions } from '#sdk/contract/host/backups.js';
import { HostError, isHostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import { newFolderId } from '../crypto/ids.ts';
import { migrations } from '../db/migrations.ts';
import { withDatabaseFile } from '../db/move/database-file.ts';
import { readVersion } from '../features/system/version.ts';
import type { Stores } from '../storage/stores.ts';
import { createBlobListReader } from './blob-list.ts';
import { copyBlobs } from './copy-blobs.ts';
import { damagedIds, examineSnapshots, wholeManifests } from './examine.ts';
import {
  fetchPart,
  type Manifest,
  snapshotId,
  storePart,
  summarize,
  timeOfSnapshot,
  writeManifest,
} from './manifest.ts';
import { asOnlyRun } from './run.ts';
import { detach, markLost, takeSnapshot } from './snapshot.ts';
import type { BackupTarget } from './target/target.ts';

type Deps = Pick<Core, 'env' | 'uow' | 'keys'> & { stores: Stores };

interface Options extends Pick<CreateBackupOptions, 'signal' | 'onProgress'> {
  target: BackupTarget;
  isScheduled: boolean;
}

/**
 * Adds a snapshot to a target: first the database, then the blobs that it refers to and the target does not have.
 * Servers can keep running: nothing that the snapshot needs is deleted until it is complete. The blobs of an interrupted
 * backup stay in the target, and the next one does not copy them again.
 *
 * @throws HostError `backup_…`
 */
export async function createBackup(deps: Deps, options: Options): Promise<BackupReport> {
  const { env } = deps;
  const { target, isScheduled, signal } = options;
  const run = { kind: 'create', target: target.address, isScheduled, signal } as const;
  // It contains the whole database for a while: only one run at a time has the folder.
  const folder = join(env.dataDir, 'backup');
  return asOnlyRun(deps, run, async (running) => {
    try {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { mode: 0o700 });
      const report = await create(deps, { ...options, signal: running, folder });
      const { blobs, bytes, damaged } = report;
      return { result: report, counts: { blobs, bytes, damaged } };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

interface Creation extends Omit<Options, 'isScheduled'> {
  /** For files of this run. */
  folder: string;
}

async function create(deps: Deps, { target, signal, folder, ...options }: Creation): Promise<BackupReport> {
  const { env, keys, stores } = deps;
  const began = performance.now();
  const instance = await identify(deps);
  const { previous, lastId, damagedSnapshots } = await findPrevious(target, instance);
  const startedAt = Date.now();
  const id = chooseId(startedAt, lastId);
  const database = join(folder, 'snapshot.db');
  await takeSnapshot(env.database, database, signal);
  const list = join(folder, 'blobs.gz');
  const known = previous && (await openList(target, previous, join(folder, 'previous.gz')));
  const { copied, blobs, bytes, damaged } = await withDatabaseFile(database, async (snapshot) => {
    const work = { snapshot, stores, target, known, list, signal, onProgress: options.onProgress };
    try {
      const result = await copyBlobs(work);
      await detach(snapshot);
      await markLost(snapshot, result.lost);
      return result;
    } finally {
      await known?.close();
    }
  });
  const compressed = join(folder, 'snapshot.db.gz');
  await pipeline(createReadStream(database), createGzip(), createWriteStream(compressed), { signal });
  const manifest: Manifest = {
    format: 1,
    id,
    instance,
    key: keys.id,
    version: readVersion(),
    schema: migrations.at(-1)?.name ?? '',
    engine: env.database.engine,
    startedAt: new Date(startedAt).toISOString(),
    database: await storePart(target, { id, part: 'database' }, compressed),
    blobList: await storePart(target, { id, part: 'blobs' }, list),
    blobs,
    bytes,
    damaged: damaged.length,
    finishedAt: new Date().toISOString(),
  };
  signal.throwIfAborted();
  await writeManifest(target, manifest);
  const found = damaged.filter(({ isMarked }) => !isMarked);
  return {
    ...summarize(manifest),
    damaged: found.length,
    target: target.address,
    copied,
    databaseBytes: manifest.database.bytes,
    damagedSnapshots,
    damagedFiles: found.slice(0, 100).map(({ id: file, path, share }) => ({ file, path, share })),
    key: env.secretKey === null ? join(env.dataDir, 'secret.key') : 'FILESHARE_SECRET_KEY',
    keyCopy: null,
    seconds: Math.ceil((performance.now() - began) / 1000),
  };
}

/** Returns the ID of the instance in its backups. */
export function identify({ uow }: Pick<Core, 'uow'>): Promise<string> {
  return uow.transaction(async ({ lock, instance }) => {
    await lock('backup');
    const known = await instance.readText('backup_id');
    if (known !== null) return known;
    const id = newFolderId();
    await instance.saveText('backup_id', id);
    return id;
  });
}

interface Previous {
  /** The latest snapshot that can be restored; null: there is none. */
  previous: Manifest | null;
  /** The ID of the latest one, also if it is damaged. */
  lastId: string | undefined;
  damagedSnapshots: string[];
}

/** @throws HostError `backup_target_taken`, `backup_newer` */
async function findPrevious(target: BackupTarget, instance: string): Promise<Previous> {
  const { snapshots } = await examineSnapshots(target);
  const previous = wholeManifests(snapshots).at(-1) ?? null;
  const readable = snapshots.findLast(({ manifest }) => manifest !== null);
  if (readable?.manifest && readable.manifest.instance !== instance) {
    throw new HostError('backup_target_taken', { target: target.address });
  }
  return { previous, lastId: snapshots.at(-1)?.id, damagedSnapshots: damagedIds(snapshots) };
}

/** Each ID is later than those before it, also when the clock is wrong or two snapshots begin in the same second. */
function chooseId(now: number, lastId: string | undefined): string {
  return snapshotId(Math.max(now, lastId === undefined ? 0 : timeOfSnapshot(lastId) + 1000));
}

/** A list that cannot be used only means that small blobs are read again. */
async function openList(target: BackupTarget, manifest: Manifest, file: string) {
  try {
    await fetchPart(target, { manifest, part: 'blobs' }, file);
  } catch (error) {
    if (isHostError(error, 'backup_damaged')) return null;
    throw error;
  }
  return createBlobListReader(file);
}
