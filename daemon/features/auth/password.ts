import { AppError } from '#sdk/contract/errors.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { ConfirmPassword } from '../users/confirm-password.ts';
import type { UserService } from '../users/service.ts';
import { findPasswordManager } from './policy.ts';
import type { AuthRepos } from './types.ts';

interface Deps {
  uow: UnitOfWork<AuthRepos>;
  audit: AuditLog;
  confirmPassword: ConfirmPassword;
  mails: Pick<AccountMails<AuthRepos>, 'sendNotice'>;
  users: UserService;
}

/**
 * Changes the password and ends every other session, all login tokens, and the links that were mailed. API keys and
 * upload tokens stay: the owner is at hand to revoke them, and an upload that is running goes on.
 *
 * @throws AppError `password_wrong`, `password_managed`, `fresh_sign_in_required`, `password_too_common`, `too_many_requests`
 */
export type ChangePassword = (
  input: { oldPassword?: string | undefined; password: string },
  actor: Actor,
) => Promise<void>;

export function createChangePassword({ uow, audit, confirmPassword, mails, users }: Deps): ChangePassword {
  /** Nobody could sign in with a password that is set here instead of there. */
  async function requireOwnPassword({ user: signedIn }: Actor): Promise<void> {
    const user = signedIn && (await uow.read.users.findById(signedIn.id));
    if (!user || user.passwordHash !== null) return;
    const sources = (await uow.read.accountAccess.providersOf([user.id])).get(user.id) ?? [];
    const source = findPasswordManager(user, sources);
    if (source) throw new AppError('password_managed', { source });
  }

  return async ({ oldPassword, password }, actor) => {
    await requireOwnPassword(actor);
    const user = await confirmPassword(actor, oldPassword, 'oldPassword');
    const hash = await users.hashNewPassword(password);
    await uow.transaction(async (repos, afterCommit) => {
      const isChanged = await repos.users.replacePasswordHash(user.id, user.passwordHash, hash);
      // Another request has changed it since: then the old password is wrong by now.
      if (!isChanged) throw new AppError('password_wrong');
      await repos.sessions.removeOfUser(user.id, actor.sessionId);
      await repos.accountAccess.removeLoginTokens(user.id);
      await repos.accountAccess.removeLinks(user.id);
      await audit.note(repos.audit, actor, { action: 'account.password_change' });
      await mails.sendNotice({ repos, afterCommit }, { user, notice: 'passwordChanged' }, actor);
    });
  };
}
