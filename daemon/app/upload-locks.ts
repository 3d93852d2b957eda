import { randomBytes } from 'node:crypto';
import { createLeaseRepo } from '../features/uploads/lease-repo.ts';
import { LeasedLocker } from '../features/uploads/leased-locker.ts';
import { UploadLocker } from '../features/uploads/locker.ts';
import type { UploadLocks } from '../features/uploads/locks.ts';
import type { Stores } from '../storage/stores.ts';
import type { Core } from './core.ts';

/** Several servers can only share a database on PostgreSQL and files in a bucket: otherwise memory is enough. */
export function createUploadLocks(
  { env, database, signals, logger }: Core,
  { staging }: Pick<Stores, 'staging'>,
): UploadLocks {
  if (env.database.engine !== 'postgres' || env.storage.kind !== 's3') return new UploadLocker();
  const server = randomBytes(16).toString('hex');
  return new LeasedLocker({ server, repo: createLeaseRepo(database), signals, staging, logger });
}
