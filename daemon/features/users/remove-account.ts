import { createHash } from 'node:crypto';
import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { AccountSource } from '#sdk/contract/oauth.js';
import type { Lock } from '../../db/locks.ts';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { OwnerRepo } from '../shares/repos/owner-repo.ts';
import type { AccountAccessRepo } from './access-repo.ts';
import type { UserRepo } from './repo.ts';
import type { UserRecord } from './types.ts';

export interface RemovalRepos {
  lock: Lock;
  users: UserRepo;
  owners: OwnerRepo;
  accountAccess: AccountAccessRepo;
  audit: AuditRepo;
}

/** Lists where accounts without a password can currently sign in from. */
export type ListSources = () => readonly AccountSource[];

interface Deps {
  jobs: JobWaker;
  now: number;
  listSources: ListSources;
}

/**
 * Removes an account within a transaction that has the locks `admins` and `user`, after its removal is recorded: shares,
 * sessions, keys, links, codes and mails are removed with it. The audit log keeps a pseudonym.
 *
 * @throws AppError `last_admin`
 */
export async function removeAccount(
  { repos, afterCommit }: { repos: RemovalRepos; afterCommit: AfterCommit },
  user: UserRecord,
  { jobs, now, listSources }: Deps,
): Promise<void> {
  const { users, owners, audit } = repos;
  await requireOtherAdmin(users, user, listSources);
  await owners.removeAll(user.id, now);
  await users.remove(user.id);
  await audit.rename(user.id, pseudonymOf(user.id));
  afterCommit(() => jobs.wake('shares.purge'));
}

/**
 * Runs before an administrator is lost, in the same transaction, which has the lock `admins`: of two administrators who
 * remove each other one stays.
 *
 * @throws AppError `last_admin`
 */
export async function requireOtherAdmin(
  users: UserRepo,
  user: UserRecord,
  listSources: ListSources,
): Promise<void> {
  if (await users.isLastAdmin(user.id, listSources())) throw new AppError('last_admin');
}

function pseudonymOf(id: UserId): string {
  return `deleted-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`;
}
