import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { AccountSource } from '#sdk/contract/oauth.js';
import type { CreateUser, UpdateUser } from '#sdk/contract/users.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditEvent } from '../audit/types.ts';
import type { OwnedSum } from '../shares/repos/owner-repo.ts';
import type { DeliveryRepo } from '../webhooks/delivery-repo.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import type { AccountMails, MailTransaction } from './account-mails-port.ts';
import { createUser, insertUser, withTakenErrors } from './new-user.ts';
import { usernameKey } from './policy.ts';
import { type ListSources, type RemovalRepos, removeAccount, requireOtherAdmin } from './remove-account.ts';
import type { UserRepo } from './repo.ts';
import type { UserRecord } from './types.ts';
import { planChange, type UserChangePlan } from './user-change.ts';

export interface ManagedRepos extends RemovalRepos {
  webhookDeliveries: DeliveryRepo;
  sessions: { removeOfUser(userId: UserId): Promise<number> };
  apiKeys: { removeOfUser(userId: UserId): Promise<void> };
  workloadIdentities: { removeOfUser(userId: UserId): Promise<void> };
  totps: { disable(userId: UserId): Promise<void> };
}

interface Deps<Repos extends ManagedRepos> {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  /** @throws AppError `password_too_common` */
  hashNewPassword(password: string): Promise<string>;
  audit: AuditLog;
  mails: AccountMails<Repos>;
  jobs: JobWaker;
  listSources: ListSources;
  announceEvent: AnnounceEvent;
}

/** An account with the totals of its shares, and the providers that its owner can sign in with. */
export interface UserWithUsage {
  user: UserRecord;
  providers: readonly AccountSource[];
  sum: OwnedSum | undefined;
}

export interface UserPage {
  users: UserWithUsage[];
  nextCursor: string | null;
  total: number;
}

/**
 * What administrators can do with accounts. Every change is recorded within its transaction, which also checks that the
 * actor is still an administrator.
 */
export interface ManagedUsers {
  /** Administrators who can sign in. */
  listAdmins(): Promise<UserRecord[]>;
  list(query: { cursor?: string | undefined; limit: number; search?: string | undefined }): Promise<UserPage>;
  /** @throws AppError `user_not_found` */
  get(id: UserId): Promise<UserWithUsage>;
  /** @throws AppError `email_taken`, `username_taken`, `password_too_common`, `mail_disabled`, `api_key_refused` */
  create(input: CreateUser, actor: Actor): Promise<UserWithUsage>;
  /**
   * @throws AppError `user_not_found`, `email_taken`, `username_taken`, `password_too_common`, `last_admin`, `forbidden`,
   *   `api_key_refused`
   */
  update(id: UserId, input: UpdateUser, actor: Actor): Promise<UserWithUsage>;
  /** @throws AppError `user_not_found`, `last_admin`, `forbidden` */
  remove(id: UserId, actor: Actor): Promise<void>;
  /** @throws AppError `user_not_found`, `user_has_password`, `mail_disabled` */
  invite(id: UserId, actor: Actor): Promise<void>;
  /** Returns how many ended. @throws AppError `user_not_found` */
  endSessions(id: UserId, actor: Actor): Promise<number>;
  /** @throws AppError `user_not_found`, `totp_not_enabled`, `forbidden` */
  removeTotp(id: UserId, actor: Actor): Promise<void>;
}

export function createManagedUsers<Repos extends ManagedRepos>(deps: Deps<Repos>): ManagedUsers {
  const { uow, clock, hashNewPassword, audit, mails, jobs, listSources, announceEvent } = deps;

  return {
    async get(id) {
      const user = await uow.read.users.findById(id);
      if (!user) throw new AppError('user_not_found');
      return withUsage(uow.read, user);
    },

    listAdmins: () => uow.read.users.listAdmins(),

    list: (query) => listUsers(uow.read, query),

    async create({ email, username, password, isAdmin = false, quota }, actor) {
      if (isAdmin) refuseKey(actor);
      if (password === undefined && !mails.isEnabled()) throw new AppError('mail_disabled');
      const passwordHash = password === undefined ? null : await hashNewPassword(password);
      const user = createUser({ email, username, passwordHash, isAdmin, quota }, clock.now());
      await administer(deps, actor, async (tx) => {
        await insertUser(tx.repos.users, user);
        await audit.note(tx.repos.audit, actor, {
          action: 'user.create',
          subject: { id: user.id, name: username },
          details: { isAdmin, isInvited: passwordHash === null },
        });
        if (passwordHash === null) await mails.sendInvitation(tx, user, actor);
        await announceEvent(tx, { type: 'user.created', user });
      });
      return { user, sum: undefined, providers: [] };
    },

    async update(id, { password, ...input }, actor) {
      if ([password, input.email, input.isAdmin].some((value) => value !== undefined)) refuseKey(actor);
      const passwordHash = password === undefined ? undefined : await hashNewPassword(password);
      const updated = await changeUser(deps, { id, actor }, async (tx, user, note) => {
        const plan = planChange(user, { ...input, passwordHash }, clock.now());
        if (plan.isIdentity) refuseOwn(id, actor);
        if (plan.losesAdmin) await requireOtherAdmin(tx.repos.users, user, listSources);
        await withTakenErrors(tx.repos.users.update(id, plan.next));
        await endAccess(tx.repos, id, plan);
        for (const event of plan.events) await note(event);
        for (const notice of plan.notices) await mails.sendNotice(tx, { user, notice }, actor);
        return plan.next;
      });
      return withUsage(uow.read, updated);
    },

    async remove(id, actor) {
      await changeUser(deps, { id, actor }, async (tx, user, note) => {
        await requireOtherAdmin(tx.repos.users, user, listSources);
        refuseOwn(id, actor);
        await note({ action: 'user.remove' });
        await removeAccount(tx, user, { jobs, now: clock.now(), listSources });
      });
    },

    async invite(id, actor) {
      await changeUser(deps, { id, actor }, async (tx, user, note) => {
        if (user.passwordHash !== null) throw new AppError('user_has_password');
        if (!mails.isEnabled()) throw new AppError('mail_disabled');
        await note({ action: 'user.invite' });
        await mails.sendInvitation(tx, user, actor);
      });
    },

    endSessions: (id, actor) =>
      changeUser(deps, { id, actor }, async (tx, user, note) => {
        const ended = await endSessions(tx.repos, id);
        await note({ action: 'user.sessions_end', details: { ended } });
        return ended;
      }),

    async removeTotp(id, actor) {
      await changeUser(deps, { id, actor }, async (tx, user, note) => {
        refuseOwn(id, actor);
        if (user.totpSecret === null) throw new AppError('totp_not_enabled');
        await tx.repos.totps.disable(id);
        await endSessions(tx.repos, id);
        await note({ action: 'user.totp_remove' });
        await mails.sendNotice(tx, { user, notice: 'totpDisabled' }, actor);
      });
    },
  };
}

/** Runs a transaction in which the actor is checked to be an administrator, and nobody else changes who is one. */
function administer<Repos extends ManagedRepos, T>(
  { uow }: Pick<Deps<Repos>, 'uow'>,
  actor: Actor,
  work: (tx: MailTransaction<Repos>) => Promise<T>,
): Promise<T> {
  return uow.transaction(async (repos, afterCommit) => {
    await repos.lock('admins');
    if (!actor.isHost) await requireAdmin(repos.users, actor);
    return work({ repos, afterCommit });
  });
}

type Note = (event: AuditEvent) => Promise<void>;

/** Runs a transaction like `administer`, with the account to change and what records the change. */
function changeUser<Repos extends ManagedRepos, T>(
  deps: Pick<Deps<Repos>, 'uow' | 'audit'>,
  { id, actor }: { id: UserId; actor: Actor },
  work: (tx: MailTransaction<Repos>, user: UserRecord, note: Note) => Promise<T>,
): Promise<T> {
  return administer(deps, actor, async (tx) => {
    await tx.repos.lock('user', id);
    const user = await tx.repos.users.findById(id);
    if (!user) throw new AppError('user_not_found');
    const subject = { id, name: user.username };
    return work(tx, user, (event) => deps.audit.note(tx.repos.audit, actor, { ...event, subject }));
  });
}

async function requireAdmin(users: Pick<UserRepo, 'findById'>, { user }: Actor): Promise<void> {
  const admin = user && (await users.findById(user.id));
  if (!admin?.isAdmin || admin.disabledAt !== null) throw new AppError('forbidden');
}

/** Making an administrator, or giving access to an account, would outlive the key: it requires a signed-in person. */
function refuseKey({ apiKey }: Actor): void {
  if (apiKey) throw new AppError('api_key_refused');
}

/** For their own account, administrators use the account page, which asks for the current password. */
function refuseOwn(id: UserId, { user }: Actor): void {
  if (user?.id === id) throw new AppError('forbidden');
}

async function endAccess(repos: ManagedRepos, id: UserId, plan: UserChangePlan): Promise<void> {
  const { accountAccess, apiKeys, owners, workloadIdentities } = repos;
  if (plan.endsSessions) await endSessions(repos, id);
  if (plan.endsLinks) await accountAccess.removeLinks(id);
  if (plan.endsKeys) await apiKeys.removeOfUser(id);
  if (plan.endsWorkloadIdentities) await workloadIdentities.removeOfUser(id);
  if (plan.endsSocialAccounts) await accountAccess.removeSocialAccounts(id);
  if (plan.endsUploadTokens) await owners.endUploadTokens(id);
}

/** Returns how many ended. */
async function endSessions({ accountAccess, sessions }: ManagedRepos, id: UserId): Promise<number> {
  await accountAccess.removeLoginTokens(id);
  return sessions.removeOfUser(id);
}

async function listUsers(
  repos: ManagedRepos,
  { cursor, limit, search }: Parameters<ManagedUsers['list']>[0],
): Promise<UserPage> {
  const part = usernameKey(search?.trim() ?? '') || undefined;
  const [found, total] = await Promise.all([
    repos.users.list({ search: part, after: cursor, limit: limit + 1 }),
    repos.users.count(part),
  ]);
  const page = found.slice(0, limit);
  return {
    users: page.map(await lookUp(repos, page)),
    nextCursor: found.length > limit ? (page.at(-1)?.usernameKey ?? null) : null,
    total,
  };
}

async function withUsage(repos: ManagedRepos, user: UserRecord): Promise<UserWithUsage> {
  const held = await lookUp(repos, [user]);
  return held(user);
}

/** Loads the data of all users at once. */
async function lookUp(
  { owners, accountAccess }: ManagedRepos,
  users: readonly UserRecord[],
): Promise<(user: UserRecord) => UserWithUsage> {
  const ids = users.map(({ id }) => id);
  const [sums, providers] = await Promise.all([owners.sumOf(ids), accountAccess.providersOf(ids)]);
  return (user) => ({ user, sum: sums.get(user.id), providers: providers.get(user.id) ?? [] });
}
