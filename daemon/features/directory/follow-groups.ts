import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AccountAccessRepo } from '../users/access-repo.ts';
import type { GroupPolicy, Groups } from '../users/group-policy.ts';
import type { UserRepo } from '../users/repo.ts';

interface Deps {
  uow: UnitOfWork<{
    lock: Lock;
    users: UserRepo;
    accountAccess: AccountAccessRepo;
    sessions: { removeOfUser(userId: UserId): Promise<number> };
    audit: AuditRepo;
  }>;
  audit: Pick<AuditLog, 'note'>;
  groupPolicy: GroupPolicy;
}

/**
 * Applies the groups of a person to the account that is signed in, as a sign-in would. Returns whether its sessions go
 * on: they end with a change of the role, and when none of the groups may sign in any longer.
 */
export type FollowGroups = (who: { userId: UserId; groups: Groups }, actor: Actor) => Promise<boolean>;

export function createFollowGroups({ uow, audit, groupPolicy }: Deps): FollowGroups {
  async function endSessions(userId: UserId, actor: Actor): Promise<void> {
    await uow.transaction(async ({ lock, users, accountAccess, sessions, audit: rows }) => {
      await lock('user', userId);
      const user = await users.findById(userId);
      await accountAccess.removeLoginTokens(userId);
      const ended = await sessions.removeOfUser(userId);
      const subject = { id: userId, name: user?.username ?? null };
      const details = { ended, byGroups: true };
      await audit.note(rows, { ...actor, user: null }, { action: 'session.end', subject, details });
    });
  }

  /** Most pages are opened with the same groups as before: these write nothing. */
  async function changesAccount(userId: UserId, groups: readonly string[]): Promise<boolean> {
    const user = await uow.read.users.findById(userId);
    const { isAdmin = user?.isAdmin, quota = user?.quota } = groupPolicy.grantsOf(groups);
    return user !== null && (isAdmin !== user.isAdmin || quota !== user.quota);
  }

  return async ({ userId, groups }, actor) => {
    if (groups === null) return true;
    if (!groupPolicy.mayEnter(groups)) {
      await endSessions(userId, actor);
      return false;
    }
    if (!(await changesAccount(userId, groups))) return true;
    return uow.transaction(async (repos) => {
      await groupPolicy.prepare(repos, groups);
      await repos.lock('user', userId);
      const user = await repos.users.findById(userId);
      if (!user) return false;
      const next = await groupPolicy.apply(repos, { user, groups }, actor);
      return next.isAdmin === user.isAdmin;
    });
  };
}
