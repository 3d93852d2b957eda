import { statfs } from 'node:fs/promises';
import type { Finding } from '#sdk/contract/host/doctor.js';
import type { Repos } from '../app/repos.ts';
import { secretKeyId } from '../crypto/seal.ts';
import { readSecretKeys } from '../crypto/secret-key.ts';
import type { Database } from '../db/connection.ts';
import { engineOf } from '../db/dialect.ts';
import type { DatabaseDisk } from '../db/disk.ts';
import { compareSteps } from '../db/migrate.ts';
import { readMark, refusals } from '../db/move/marks.ts';
import type { Env } from '../env/env.ts';
import { toAppError } from '../http/error-boundary.ts';
import { hasServed, isThere } from '../instance/data-folder.ts';
import { reasonOf } from '../reason-of.ts';
import { type Capacity, floorOf } from '../storage/capacity.ts';
import { findMissingStores, type Stores } from '../storage/stores.ts';
import { usableMemory } from './facts.ts';

/** Checks of the server's environment; each returns its findings. */

const finding = (code: Finding['code'], params: Finding['params'] = {}): Finding => ({ code, params });

/** Opening would create an empty database if there is none. */
export async function checkDatabase(
  database: Database,
  { database: address, dataDir }: Pick<Env, 'database' | 'dataDir'>,
): Promise<Finding[]> {
  try {
    if (address.engine === 'sqlite' && !(await isThere(address.file))) {
      return await nameMissing([address.file], dataDir);
    }
    const mark = await readMark(database.reader);
    if (mark) return [finding(refusals[mark.role], { address: mark.other })];
    await database.reader('migrations').count();
    return [];
  } catch (error) {
    return [finding('database_unusable', { reason: reasonOf(error) })];
  }
}

/** The server does not start without its key. One that has never started has none. */
export async function checkKey(
  env: Pick<Env, 'dataDir' | 'secretKey' | 'previousSecretKey'>,
  { sealed }: Pick<Repos, 'sealed'>,
): Promise<Finding[]> {
  const stored = await sealed.readKeyId();
  const keys = await readSecretKeys(env.dataDir, env);
  if (stored === null || keys.some((key) => secretKeyId(key) === stored)) return [];
  return [finding(keys.length === 0 ? 'key_missing' : 'key_wrong')];
}

export async function checkSchema({ reader }: Database): Promise<Finding[]> {
  const { missing, unknown } = await compareSteps(reader);
  if (unknown.length > 0) return [finding('schema_new', { steps: unknown.join(', ') })];
  return missing.length > 0 ? [finding('schema_old', { steps: missing.join(', ') })] : [];
}

/**
 * Checks the database. On SQLite, the quick check reads every page; the full one also compares indexes with tables, and
 * rows with each other. PostgreSQL guards its own files (`pg_amcheck` reads them): here it only names indexes that it
 * has marked as unusable.
 */
export async function checkIntegrity({ reader }: Database, isFull: boolean): Promise<Finding[]> {
  if (engineOf(reader) === 'postgres') return findInvalidIndexes(reader);
  const pragma = isFull ? 'integrity_check' : 'quick_check';
  const rows: { quick_check?: string; integrity_check?: string }[] = await reader.raw(`PRAGMA ${pragma}(20)`);
  const problems = rows
    .map((row) => row.quick_check ?? row.integrity_check ?? '')
    .filter((text) => text !== 'ok');
  const strays: { table: string; rowid: number }[] = isFull
    ? await reader.raw('PRAGMA foreign_key_check')
    : [];
  return [
    ...problems.map((problem) => finding('database_damaged', { problem })),
    ...strays
      .slice(0, 20)
      .map(({ table, rowid }) =>
        finding('database_damaged', { problem: `row ${rowid} of ${table} refers to nothing` }),
      ),
  ];
}

async function findInvalidIndexes(reader: Database['reader']): Promise<Finding[]> {
  const indexes: { name: string }[] = await reader('pg_index')
    .join('pg_class', 'pg_class.oid', 'indexrelid')
    .where({ indisvalid: false })
    .select({ name: 'relname' });
  return indexes.map(({ name }) => finding('database_damaged', { problem: `index ${name} is not valid` }));
}

export async function checkFolders(place: Pick<Env, 'dataDir' | 'storage' | 'database'>): Promise<Finding[]> {
  const paths = await findMissingStores(place);
  // A database elsewhere is there, too, when the disk with the data folder is not mounted.
  if (place.database.engine === 'sqlite') return nameMissing(paths, place.dataDir);
  return paths.map((path) => finding('folder_missing', { path }));
}

/** The first start of a server creates everything: before it, nothing is lost. */
async function nameMissing(paths: readonly string[], dataDir: string): Promise<Finding[]> {
  if (paths.length > 0 && !(await hasServed(dataDir))) return [finding('not_started', { path: dataDir })];
  return paths.map((path) => finding('folder_missing', { path }));
}

export async function checkStorage({ blobs, findProblem }: Pick<Stores, 'blobs' | 'findProblem'>) {
  try {
    const problem = await findProblem({ onlyReads: true });
    if (problem) return [finding(problem.code, { ...problem.params })];
    await blobs.probe();
    return [];
  } catch (error) {
    // The next check reports the missing space; everything else can still be read.
    if (toAppError(error).code === 'storage_full') return [];
    return [finding('not_writable', { reason: reasonOf(error) })];
  }
}

export async function checkSpace(capacity: Capacity, minFreeBytes: number | null): Promise<Finding[]> {
  const free = await capacity.freeBytes();
  const floor = floorOf(free, minFreeBytes);
  return free > floor ? [] : [finding('space_low', { free, floor })];
}

export async function checkDatabaseSpace(disk: DatabaseDisk): Promise<Finding[]> {
  const { free, needed, isFull } = await disk.measure();
  return isFull && free !== null ? [finding('database_space_low', { free, needed })] : [];
}

/** Below this many, a folder of small files no longer fits. */
const fewInodes = 10_000;

/** Returns how many inodes a disk has, and how many are free. */
type MeasureInodes = (path: string) => Promise<{ files: number; ffree: number }>;

/** A disk can be full of files before it is full of bytes. Some file systems have no limit, and say 0. */
export async function checkInodes(path: string, measure: MeasureInodes = statfs): Promise<Finding[]> {
  const { files, ffree } = await measure(path);
  return files > 0 && ffree < fewInodes ? [finding('inodes_low', { path, free: ffree })] : [];
}

/** With less than this, hashing passwords or making thumbnails can end the server. */
const enoughMemory = 256 * 1024 ** 2;

export function checkMemory(bytes: number = usableMemory()): Finding[] {
  return bytes < enoughMemory ? [finding('memory_low', { bytes, needed: enoughMemory })] : [];
}

/** Finds a proxy that the server does not trust: to limits and logs, all visitors behind it are one. */
export async function checkProxies({ instance }: Pick<Repos, 'instance'>): Promise<Finding[]> {
  const ip = await instance.readText('unknown_proxy');
  const requests = await instance.read('unknown_proxy_requests');
  return ip === null ? [] : [finding('proxy_unknown', { ip, requests: requests ?? 1 })];
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0']);

/** Whether an address leads nowhere, or only works on the machine that it is entered on. */
export function isLocalAddress(appUrl: string): boolean {
  return !URL.canParse(appUrl) || localHosts.has(new URL(appUrl).hostname);
}

/**
 * Checks the address that links are made of. If nobody has set it, the server uses its own name. The server itself has
 * no TLS: with https there is a proxy in front of it.
 */
export function checkAddress(appUrl: string, trustedProxies: string): Finding[] {
  if (isLocalAddress(appUrl)) return [finding('address_local', { url: appUrl })];
  if (new URL(appUrl).protocol !== 'https:') return [finding('address_plain', { url: appUrl })];
  return trustedProxies === '' ? [finding('proxies_unknown', { url: appUrl })] : [];
}
