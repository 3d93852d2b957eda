import { type GroupRule, listLines, parseGroupRules } from '#sdk/contract/config/group-rules.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { Logger } from '../../logger.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { AccountAccessRepo } from './access-repo.ts';
import { grantsOf, sharesGroup } from './policy.ts';
import type { ListSources } from './remove-account.ts';
import type { UserRepo } from './repo.ts';
import type { UserRecord } from './types.ts';
import { planChange } from './user-change.ts';

interface Deps {
  config: ConfigReader;
  clock: Clock;
  audit: Pick<AuditLog, 'note'>;
  logger: Logger;
  listSources: ListSources;
}

interface GroupRepos {
  lock: Lock;
  users: UserRepo;
  accountAccess: AccountAccessRepo;
  sessions: { removeOfUser(userId: UserRecord['id']): Promise<number> };
  audit: AuditRepo;
}

/** The groups of a person; null: nobody says which there are. */
export type Groups = readonly string[] | null;

export interface GroupPolicy {
  /** Whether a person of these groups may sign in at all. */
  mayEnter(groups: Groups): boolean;
  /** Returns what groups give. What no rule mentions is left out; the quota null is that of the instance. */
  grantsOf(groups: readonly string[]): { isAdmin?: boolean; quota?: number | null };
  /** Runs first in the transaction of a sign-in: nobody else may change who is an administrator. */
  prepare(repos: Pick<GroupRepos, 'lock'>, groups: Groups): Promise<void>;
  /**
   * Gives an account what its groups give, and takes what they no longer give, within the transaction that has its lock.
   * The last administrator stays one. Returns the account as it is now.
   */
  apply(repos: GroupRepos, given: { user: UserRecord; groups: Groups }, by: AuditCause): Promise<UserRecord>;
}

/** What groups of a provider, the directory or the proxy mean here: `groups.rules` and `groups.allowed`. */
export function createGroupPolicy({ config, clock, audit, logger, listSources }: Deps): GroupPolicy {
  const readRules = (): GroupRule[] => parseGroupRules(config.get('groups.rules')) ?? [];

  /** Among those who can sign in now, and among those who could without the directory, the provider and the proxy. */
  async function isLastAdmin(users: UserRepo, { id }: UserRecord): Promise<boolean> {
    return (await users.isLastAdmin(id, listSources())) || users.isLastAdmin(id, []);
  }

  return {
    mayEnter(groups) {
      const allowed = listLines(config.get('groups.allowed'));
      return groups === null || allowed.length === 0 || allowed.some((name) => sharesGroup(groups, name));
    },

    grantsOf: (groups) => grantsOf(readRules(), groups),

    async prepare({ lock }, groups) {
      if (groups !== null && readRules().length > 0) await lock('admins');
    },

    async apply(repos, { user, groups }, by) {
      if (groups === null) return user;
      const { isAdmin, quota } = grantsOf(readRules(), groups);
      const wanted = planChange(user, { isAdmin, quota }, clock.now());
      const keepsRole = wanted.losesAdmin && (await isLastAdmin(repos.users, user));
      if (keepsRole) {
        logger.warn({ userId: user.id }, 'no group makes the last administrator one; the account stays one');
      }
      const plan = keepsRole ? planChange(user, { quota }, clock.now()) : wanted;
      if (plan.events.length === 0) return user;
      await repos.users.update(user.id, { isAdmin: plan.next.isAdmin, quota: plan.next.quota });
      if (plan.endsSessions) {
        await repos.accountAccess.removeLoginTokens(user.id);
        await repos.sessions.removeOfUser(user.id);
      }
      const subject = { id: user.id, name: user.username };
      for (const event of plan.events) {
        const details = { ...event.details, byGroups: true };
        await audit.note(repos.audit, { ...by, user: null }, { ...event, subject, details });
      }
      return plan.next;
    },
  };
}
