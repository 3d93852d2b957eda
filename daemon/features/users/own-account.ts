import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { OwnedSum } from '../shares/repos/owner-repo.ts';
import type { AccountMails, MailTransaction } from './account-mails-port.ts';
import type { ConfirmPassword } from './confirm-password.ts';
import { setEmail, withTakenErrors } from './new-user.ts';
import { emailKey, usernameKey } from './policy.ts';
import { type ListSources, type RemovalRepos, removeAccount } from './remove-account.ts';
import type { UserRecord } from './types.ts';

export interface OwnAccountRepos extends RemovalRepos {
  apiKeys: { countOfUser(userId: UserId): Promise<number> };
}

interface Deps<Repos extends OwnAccountRepos> {
  uow: UnitOfWork<Repos>;
  config: ConfigReader;
  clock: Clock;
  audit: AuditLog;
  mails: AccountMails<Repos>;
  jobs: JobWaker;
  confirmPassword: ConfirmPassword;
  listSources: ListSources;
  throttle: Throttle;
}

export interface OwnAccountState {
  user: UserRecord;
  /** A new address that waits for its confirmation. */
  pendingEmail: string | null;
}

export interface AccountUsage extends OwnedSum {
  apiKeys: number;
  /** Bytes; null: no limit. */
  quota: number | null;
}

interface OwnAccountChange {
  username?: string | undefined;
  /** Shown to visitors of the user's shares; empty or null: none. */
  displayName?: string | null | undefined;
  email?: string | undefined;
  password?: string | undefined;
}

/** What users can do with their own account. */
export interface OwnAccount {
  find(id: UserId): Promise<OwnAccountState | null>;
  /**
   * Changes the names at once, and the address once it is confirmed.
   *
   * @throws AppError `password_wrong`, `username_taken`, `email_taken`, `mail_disabled`, `too_many_requests`
   */
  update(actor: Actor, input: OwnAccountChange): Promise<OwnAccountState>;
  usage(id: UserId): Promise<AccountUsage>;
  /**
   * `username` names the account that is meant, if it is known.
   *
   * @throws AppError `password_wrong`, `fresh_sign_in_required`, `other_account`, `last_admin`
   */
  remove(
    actor: Actor,
    input: { username?: string | undefined; password?: string | undefined },
  ): Promise<void>;
}

export function createOwnAccount<Repos extends OwnAccountRepos>(deps: Deps<Repos>): OwnAccount {
  const { uow, config, clock, audit, mails, jobs, confirmPassword, listSources, throttle } = deps;

  async function find(id: UserId): Promise<OwnAccountState | null> {
    const user = await uow.read.users.findById(id);
    return user && { user, pendingEmail: await uow.read.accountAccess.pendingEmailOf(id, clock.now()) };
  }

  /** Runs a transaction of a user who has just entered the password. */
  async function change(
    actor: Actor,
    { password, losesAdmin }: { password: string | undefined; losesAdmin: boolean },
    work: (tx: MailTransaction<Repos>, user: UserRecord) => Promise<void>,
  ): Promise<void> {
    const confirmed = await confirmPassword(actor, password);
    await uow.transaction(async (repos, afterCommit) => {
      if (losesAdmin) await repos.lock('admins');
      await repos.lock('user', confirmed.id);
      const user = await repos.users.findById(confirmed.id);
      // The password was changed or removed while it was being checked.
      if (user?.passwordHash !== confirmed.passwordHash) throw new AppError('session_expired');
      await work({ repos, afterCommit }, user);
    });
  }

  /** Nobody signs in with the display name, so it takes no password. Empty removes it. */
  async function setDisplayName(actor: Actor, wanted: string | null): Promise<void> {
    if (!actor.user) throw new AppError('sign_in_required');
    const { id } = actor.user;
    const displayName = wanted || null;
    await uow.transaction(async ({ lock, users, audit: log }) => {
      await lock('user', id);
      const user = await users.findById(id);
      if (!user) throw new AppError('session_expired');
      if (displayName === user.displayName) return;
      await users.update(id, { displayName });
      await audit.note(log, actor, { action: 'account.display_name_change' });
    });
  }

  async function rename(
    { repos }: MailTransaction<Repos>,
    user: UserRecord,
    { username, actor }: { username: string; actor: Actor },
  ): Promise<void> {
    await withTakenErrors(repos.users.update(user.id, { username, usernameKey: usernameKey(username) }));
    await audit.note(repos.audit, actor, { action: 'account.username_change' });
  }

  async function changeEmail(
    tx: MailTransaction<Repos>,
    user: UserRecord,
    { email, actor }: { email: string; actor: Actor },
  ): Promise<void> {
    const { users, accountAccess } = tx.repos;
    const holder = await users.findByEmailKey(emailKey(email));
    if (holder && holder.id !== user.id) throw new AppError('email_taken');
    if (mails.isEnabled()) {
      await audit.note(tx.repos.audit, actor, { action: 'account.email_change_request' });
      await mails.sendEmailConfirmation(tx, { user, email }, actor);
      return;
    }
    // Without mail nothing can be confirmed. Administrators may set any address, including their own.
    if (!user.isAdmin) throw new AppError('mail_disabled');
    await setEmail(users, user.id, email);
    await accountAccess.removeLinks(user.id);
    await audit.note(tx.repos.audit, actor, { action: 'account.email_change' });
  }

  return {
    find,

    async update(actor, { username, displayName, email, password }) {
      // The limit keeps a mailbox from being flooded.
      if (email !== undefined && actor.user) {
        await throttle.attempt('emailChange', { ip: actor.ip, subject: actor.user.id });
        await throttle.attempt('confirmationMail', { ip: actor.ip, subject: emailKey(email) });
      }
      const isIdentity = username !== undefined || email !== undefined;
      if (isIdentity || displayName === undefined) {
        await change(actor, { password, losesAdmin: false }, async (tx, user) => {
          if (username !== undefined && username !== user.username)
            await rename(tx, user, { username, actor });
          if (email !== undefined && email !== user.email) await changeEmail(tx, user, { email, actor });
        });
      }
      if (displayName !== undefined) await setDisplayName(actor, displayName);
      const state = actor.user && (await find(actor.user.id));
      if (!state) throw new AppError('session_expired');
      return state;
    },

    async usage(id) {
      const { owners, users, apiKeys } = uow.read;
      const [sums, own, keys] = await Promise.all([
        owners.sumOf([id]),
        users.quotaOf(id),
        apiKeys.countOfUser(id),
      ]);
      const sum = sums.get(id) ?? { shares: 0, files: 0, size: 0 };
      return { ...sum, apiKeys: keys, quota: (own ?? config.get('share.userQuota')) || null };
    },

    async remove(actor, { username, password }) {
      if (username !== undefined && username !== actor.user?.username) throw new AppError('other_account');
      await change(actor, { password, losesAdmin: true }, async (tx, user) => {
        await audit.note(tx.repos.audit, actor, { action: 'account.remove' });
        await removeAccount(tx, user, { jobs, now: clock.now(), listSources });
      });
    },
  };
}
