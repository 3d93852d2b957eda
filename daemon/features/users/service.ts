import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { isCommonPassword } from '../../crypto/common-passwords.ts';
import type { Passwords } from '../../crypto/passwords.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import type { ChangeRepos } from '../config/write-change.ts';
import { createUser, insertUser } from './new-user.ts';
import { emailKey, findAccountIssues, isEmailIdentifier, type NewAccount, usernameKey } from './policy.ts';
import type { UserRepo } from './repo.ts';
import type { UserRecord } from './types.ts';

type SetupRepos = ChangeRepos & { lock: Lock; users: UserRepo; audit: AuditRepo };

interface Deps {
  uow: UnitOfWork<SetupRepos>;
  clock: Clock;
  passwords: Passwords;
  audit: Pick<AuditLog, 'note'>;
}

export type UserService = ReturnType<typeof createUserService>;

export function createUserService(deps: Deps) {
  const { uow, passwords } = deps;
  let adminSeen = false;

  /** Once there is an administrator the instance stays open, so only the answer "none yet" is queried again. */
  async function hasAdmin(): Promise<boolean> {
    adminSeen ||= await uow.read.users.hasAdmin();
    return adminSeen;
  }

  async function claim(account: NewAccount, options: ClaimOptions): Promise<UserRecord> {
    if (await hasAdmin()) throw new AppError('setup_already_done');
    const user = await claimInstance(deps, account, options);
    adminSeen = true;
    return user;
  }

  return {
    hasAdmin,

    findById: (id: UserId): Promise<UserRecord | null> => uow.read.users.findById(id),

    /** Returns the form of an identifier that all its spellings share. */
    identifierKey: (identifier: string): string =>
      isEmailIdentifier(identifier) ? emailKey(identifier) : usernameKey(identifier),

    /** Finds a user by e-mail address if the identifier contains an at sign, otherwise by user name. */
    findByIdentifier(identifier: string): Promise<UserRecord | null> {
      return isEmailIdentifier(identifier)
        ? uow.read.users.findByEmailKey(emailKey(identifier))
        : uow.read.users.findByUsernameKey(usernameKey(identifier));
    },

    /**
     * Claims a fresh instance.
     *
     * @throws AppError `setup_already_done`, `password_too_common`
     */
    createFirstAdmin: (account: NewAccount, by: AuditCause): Promise<UserRecord> => claim(account, { by }),

    /**
     * Claims a fresh instance and ends its setup; `finish` runs within the same transaction.
     *
     * @throws AppError `setup_already_done`, `validation_failed`, `password_too_common`
     */
    async setUp(
      account: NewAccount,
      by: AuditCause,
      finish: (repos: SetupRepos) => Promise<void>,
    ): Promise<void> {
      checkAccount(account);
      await claim(account, { by, finish });
    },

    /**
     * Creates the administrator and ends the setup, unless there already is an administrator.
     *
     * @throws AppError `validation_failed`, `password_too_common`
     */
    async ensureAdmin(account: NewAccount, by: AuditCause): Promise<void> {
      if (await hasAdmin()) return;
      checkAccount(account);
      try {
        await claim(account, { by, finish: async () => undefined });
      } catch (error) {
        // Another process of this instance was faster.
        if (!(error instanceof AppError && error.code === 'setup_already_done')) throw error;
      }
    },

    /**
     * Prepares an account for a new user, to be inserted with `insertAccount`.
     *
     * @throws AppError `password_too_common`
     */
    prepareAccount: (account: NewAccount): Promise<UserRecord> =>
      buildAccount(deps, account, { isAdmin: false }),

    /**
     * Runs within a transaction.
     *
     * @throws AppError `email_taken`, `username_taken`
     */
    insertAccount: insertUser,

    /** @throws AppError `password_too_common` */
    hashNewPassword: (password: string): Promise<string> => hashNewPassword(passwords, password),

    /**
     * Updates the cost of a password hash at sign-in, the only time the password is known. Returns the current account
     * if the password is still right.
     */
    rehashPassword: (user: UserRecord, password: string): Promise<UserRecord> =>
      rehashPassword(deps, user, password),
  };
}

interface ClaimOptions {
  by: AuditCause;
  /** Ends the setup, within the same transaction. */
  finish?: (repos: SetupRepos) => Promise<void>;
}

/** Checks and inserts under one lock: of concurrent claims exactly one succeeds. */
async function claimInstance(
  deps: Deps,
  account: NewAccount,
  { by, finish }: ClaimOptions,
): Promise<UserRecord> {
  const { uow, clock, audit } = deps;
  const user = await buildAccount(deps, account, { isAdmin: true });
  await uow.transaction(async (repos) => {
    await repos.lock('setup');
    if (await repos.users.hasAdmin()) throw new AppError('setup_already_done');
    await insertUser(repos.users, user);
    if (finish) {
      await finish(repos);
      await repos.config.markSetupFinished(clock.now());
    }
    const subject = { id: user.id, name: user.username };
    await audit.note(repos.audit, by, { action: 'setup.claim', subject });
  });
  return user;
}

async function buildAccount(
  { passwords, clock }: Deps,
  { email, username, password }: NewAccount,
  { isAdmin }: { isAdmin: boolean },
): Promise<UserRecord> {
  const passwordHash = await hashNewPassword(passwords, password);
  return createUser({ email, username, passwordHash, isAdmin }, clock.now());
}

async function hashNewPassword(passwords: Passwords, password: string): Promise<string> {
  if (isCommonPassword(password)) throw new AppError('password_too_common');
  return passwords.hash(password);
}

async function rehashPassword(
  { uow, passwords }: Deps,
  user: UserRecord,
  password: string,
): Promise<UserRecord> {
  const { id, passwordHash: weaker } = user;
  if (weaker === null || !passwords.needsRehash(weaker, password)) return user;
  const passwordHash = await passwords.hash(password);
  const isReplaced = await uow.transaction(({ users }) =>
    users.replacePasswordHash(id, weaker, passwordHash),
  );
  if (isReplaced) return { ...user, passwordHash };
  // Another sign-in has done it already, or the password was changed and this one is wrong by now.
  const current = await uow.read.users.findById(id);
  return current?.passwordHash && (await passwords.verify(current.passwordHash, password)) ? current : user;
}

function checkAccount(account: NewAccount): void {
  const issues = findAccountIssues(account);
  const [first] = issues;
  if (first) throw new AppError('validation_failed', { field: first.field, problem: first.code }, { issues });
  if (isCommonPassword(account.password)) throw new AppError('password_too_common');
}
