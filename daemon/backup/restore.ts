import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { RestoreBackupOptions, RestoreReport } from '#sdk/contract/host/backups.js';
import { HostError } from '#sdk/contract/host.js';
import { createRepos } from '../app/repos.ts';
import { newInstanceId } from '../crypto/ids.ts';
import { secretKeyId } from '../crypto/seal.ts';
import { readSecretKeys, storeSecretKeys } from '../crypto/secret-key.ts';
import { openDatabase } from '../db/connection.ts';
import { compareSteps, migrate } from '../db/migrate.ts';
import { describeAddress } from '../db/move/address.ts';
import { copyAll } from '../db/move/copy-all.ts';
import { withDatabaseFile } from '../db/move/database-file.ts';
import { removeMark, writeMark } from '../db/move/marks.ts';
import { clearTarget, examineTarget } from '../db/move/target.ts';
import { createUnitOfWork } from '../db/unit-of-work.ts';
import type { Env } from '../env/env.ts';
import { createInstanceRepo } from '../features/system/repo.ts';
import { createInstanceLock } from '../instance/lock.ts';
import type { Logger } from '../logger.ts';
import { hasLocalStores } from '../storage/stores.ts';
import { fetchPart, type Manifest, readIndex, readManifest } from './manifest.ts';
import { restoreBlobs } from './restore-blobs.ts';
import type { BackupTarget } from './target/target.ts';

interface Deps {
  env: Env;
  logger: Logger;
  target: BackupTarget;
}

interface Options extends Omit<RestoreBackupOptions, 'target' | 'dataDir' | 'databaseUrl' | 'keyFrom'> {
  /** The secret key of the environment or of the data folder by default. */
  keyFile?: KeyFile | undefined;
}

/** A file that somebody named, and the keys in it. */
export interface KeyFile {
  path: string;
  keys: string[];
}

/**
 * Makes an instance of a snapshot. The database is marked until every blob is there, so that no server starts on a part
 * of it; an interrupted restore of the same snapshot continues.
 *
 * @throws HostError `backup_…`, `restore_not_empty`, `database_…`
 */
export async function restoreBackup(deps: Deps, options: Options): Promise<RestoreReport> {
  const { env, target, logger } = deps;
  const began = performance.now();
  const manifest = await chooseSnapshot(target, options.snapshot);
  const key = await findKey(env, { manifest, keyFile: options.keyFile });
  const interrupted = await examinePlace(env, manifest);
  const report = {
    target: target.address,
    snapshot: manifest.id,
    isDryRun: options.dryRun,
    database: describeAddress(env.database),
    storage: env.storage.kind,
    blobs: manifest.blobs,
    bytes: manifest.bytes,
    damageCount: 0,
    damage: [],
    seconds: 0,
  };
  if (options.dryRun) return report;
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  const lock = createInstanceLock(env.dataDir, logger);
  await lock.start();
  const folder = join(env.dataDir, 'backup');
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    if (env.secretKey === null) await storeSecretKeys(env.dataDir, [key]);
    const work = { ...deps, manifest, folder, signal: options.signal };
    if (!interrupted) await restoreDatabase(work);
    const restored = await restoreFiles(work, options);
    const seconds = Math.ceil((performance.now() - began) / 1000);
    return { ...report, ...restored, seconds };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await lock.stop();
  }
}

/** @throws HostError `backup_not_found`, `backup_empty`, `database_newer` */
async function chooseSnapshot(target: BackupTarget, asked: string | undefined): Promise<Manifest> {
  const { ids } = await readIndex(target);
  const id = asked ?? ids.at(-1);
  if (id === undefined) throw new HostError('backup_empty', { target: target.address });
  return readManifest(target, id);
}

/** @throws HostError `backup_key_missing`, `backup_key_wrong` */
async function findKey(
  env: Env,
  { manifest, keyFile }: { manifest: Manifest; keyFile: KeyFile | undefined },
): Promise<string> {
  const keys = keyFile?.keys ?? (await readSecretKeys(env.dataDir, env));
  const key = keys.find((one) => secretKeyId(one) === manifest.key);
  if (key !== undefined) return key;
  const source =
    keyFile?.path ?? (env.secretKey === null ? join(env.dataDir, 'secret.key') : 'FILESHARE_SECRET_KEY');
  throw new HostError(keys.length === 0 ? 'backup_key_missing' : 'backup_key_wrong', { source });
}

/** @throws HostError `backup_key_missing` */
export async function readKeyFile(path: string): Promise<KeyFile> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new HostError('backup_key_missing', { source: path }, { cause });
  });
  return { path, keys: text.split('\n').flatMap((line) => line.trim() || []) };
}

/**
 * Returns whether the place has the database of this snapshot from an interrupted restore; otherwise it has nothing to
 * keep.
 *
 * @throws HostError `restore_not_empty`
 */
async function examinePlace({ dataDir, database, storage }: Env, { id }: Manifest): Promise<boolean> {
  const refuse = (place: string) => new HostError('restore_not_empty', { address: place });
  const facts = await examineTarget(database, { instance: id, role: 'restore' }).catch((error: unknown) => {
    throw error instanceof HostError && error.code === 'database_not_empty'
      ? refuse(describeAddress(database))
      : error;
  });
  if (facts.interrupted) return facts.interrupted.id === 'complete';
  if (storage.kind === 'local' && (await hasLocalStores(dataDir))) throw refuse(dataDir);
  return false;
}

interface Work extends Deps {
  manifest: Manifest;
  /** For files of this run. */
  folder: string;
  signal: AbortSignal;
}

/** Restores the database, which ends with the mark that keeps servers from starting on it. */
async function restoreDatabase({ env, target, manifest, folder, signal }: Work): Promise<void> {
  const compressed = join(folder, 'snapshot.db.gz');
  const file = join(folder, 'snapshot.db');
  await fetchPart(target, { manifest, part: 'database' }, compressed);
  await pipeline(createReadStream(compressed), createGunzip(), createWriteStream(file, { mode: 0o600 }), {
    signal,
  });
  const mark = { id: 'complete', instance: manifest.id, role: 'restore', other: target.address } as const;
  const to = env.database;
  await withDatabaseFile(file, async (snapshot) => {
    if ((await compareSteps(snapshot.writer)).unknown.length > 0) throw new HostError('database_newer');
    await migrate(snapshot, { engine: 'sqlite', file });
    // The original may still be running: whoever asks at its address must not take it for this instance.
    await createInstanceRepo(snapshot.writer).saveText('instance_id', newInstanceId());
    if (to.engine === 'sqlite') return writeMark(snapshot.writer, mark);
    await clearTarget(to);
    const database = openDatabase(to, { synchronous: 'FULL' });
    try {
      await writeMark(database.writer, { ...mark, id: 'begun' });
      await migrate(database, to);
      await copyAll({ from: snapshot.writer, target: database, signal });
      await writeMark(database.writer, mark);
    } finally {
      await database.close();
    }
  });
  if (to.engine !== 'sqlite') return;
  await mkdir(dirname(to.file), { recursive: true, mode: 0o700 });
  await putInPlace(file, to.file);
}

/** The database may be on another disk than the data folder. */
async function putInPlace(file: string, place: string): Promise<void> {
  const part = `${place}.part`;
  await pipeline(createReadStream(file), createWriteStream(part, { mode: 0o600, flush: true }));
  await rename(part, place);
}

async function restoreFiles(
  { env, logger, target, manifest, folder, signal }: Work,
  { onProgress }: Options,
): Promise<Pick<RestoreReport, 'blobs' | 'bytes' | 'damageCount' | 'damage'>> {
  const list = join(folder, 'blobs.gz');
  await fetchPart(target, { manifest, part: 'blobs' }, list);
  const database = openDatabase(env.database, { synchronous: 'FULL' });
  try {
    const onEffectError = (error: unknown) => logger.error({ err: error }, 'work after a commit failed');
    const uow = createUnitOfWork({ database, createRepos, onEffectError });
    const clock = await database.clock();
    const work = { env, uow, clock, logger, database, target, list, signal, onProgress };
    const restored = await restoreBlobs(work);
    await removeMark(database.writer);
    return restored;
  } finally {
    await database.close();
  }
}
