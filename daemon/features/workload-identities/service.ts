import type * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import type { WorkloadIdentityId } from '#sdk/contract/formats/primitives.js';
import {
  workloadScopes as allScopes,
  type CreateWorkloadIdentity,
} from '#sdk/contract/workload-identities.js';
import type { Clock } from '../../crypto/clock.ts';
import { newWorkloadIdentityId } from '../../crypto/ids.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { ConfirmPassword } from '../users/confirm-password.ts';
import type { UserRepo } from '../users/repo.ts';
import type { UserRecord } from '../users/types.ts';
import type { WorkloadIdentityRepo } from './repo.ts';
import type { WorkloadIdentityRecord } from './types.ts';

interface ServiceRepos {
  lock: Lock;
  workloadIdentities: WorkloadIdentityRepo;
  users: UserRepo;
  audit: AuditRepo;
}

interface Deps<Repos extends ServiceRepos> {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  audit: AuditLog;
  confirmPassword: ConfirmPassword;
  mails: Pick<AccountMails<Repos>, 'sendNotice'>;
  /** The URL of this instance: the audience of tokens where none was chosen. */
  appUrl(): string;
}

/** The rules by which workloads sign in, as administrators set them. */
export interface WorkloadIdentityService {
  /** Oldest first. */
  list(): Promise<WorkloadIdentityRecord[]>;
  /** @throws AppError `password_wrong`, `user_not_found`, `workload_identity_name_taken` */
  create(input: z.output<typeof CreateWorkloadIdentity>, actor: Actor): Promise<WorkloadIdentityRecord>;
  /** @throws AppError `workload_identity_not_found` */
  remove(id: WorkloadIdentityId, actor: Actor): Promise<void>;
}

export function createWorkloadIdentityService<Repos extends ServiceRepos>(
  deps: Deps<Repos>,
): WorkloadIdentityService {
  const { uow, clock, audit, confirmPassword, mails, appUrl } = deps;

  return {
    list: () => uow.read.workloadIdentities.listAll(),

    async create({ userId, audience, scopes, password, ...given }, actor) {
      const admin = await confirmPassword(actor, password);
      return uow.transaction(async (repos, afterCommit) => {
        await repos.lock('workloads');
        await repos.lock('user', userId, admin.id);
        requireSameAdmin(admin, await repos.users.findById(admin.id));
        const user = await repos.users.findById(userId);
        if (!user) throw new AppError('user_not_found');
        if (await repos.workloadIdentities.isNameTaken(given.name)) {
          throw new AppError('workload_identity_name_taken');
        }
        const identity: WorkloadIdentityRecord = {
          ...given,
          id: newWorkloadIdentityId(),
          userId: user.id,
          username: user.username,
          audience: audience ?? appUrl(),
          scopes: allScopes.filter((scope) => scopes.includes(scope)),
          createdAt: clock.now(),
        };
        await repos.workloadIdentities.insert(identity);
        await audit.note(repos.audit, actor, {
          action: 'workload_identity.create',
          subject: { id: identity.id, name: identity.name },
          details: { userId: user.id, ...describe(identity) },
        });
        await mails.sendNotice({ repos, afterCommit }, { user, notice: 'workloadIdentityCreated' }, actor);
        return identity;
      });
    },

    remove: (id, actor) =>
      uow.transaction(async ({ workloadIdentities, audit: rows }) => {
        const identity = await workloadIdentities.findById(id);
        if (!identity || !(await workloadIdentities.remove(id))) {
          throw new AppError('workload_identity_not_found');
        }
        await audit.note(rows, actor, {
          action: 'workload_identity.remove',
          subject: { id, name: identity.name },
        });
      }),
  };
}

/** While the password was checked, the account may have been recovered from a person who knew it. */
function requireSameAdmin(confirmed: UserRecord, current: UserRecord | null): void {
  if (!current || current.disabledAt !== null) throw new AppError('sign_in_required');
  if (!current.isAdmin) throw new AppError('forbidden');
  if (current.passwordHash !== confirmed.passwordHash) throw new AppError('password_wrong');
}

/** The conditions, for the audit log. */
function describe({ issuer, audience, claims, scopes }: WorkloadIdentityRecord) {
  const pairs = Object.entries(claims).map((pair) => pair.join('='));
  return { issuer, audience, claims: pairs.join(' '), scopes: scopes.join(' ') };
}
