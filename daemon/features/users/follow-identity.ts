import type { AccountSource } from '#sdk/contract/oauth.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Logger } from '../../logger.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import type { AccountAccessRepo } from './access-repo.ts';
import type { PlainNotice } from './account-mails-port.ts';
import { withTakenErrors } from './new-user.ts';
import { emailKey, usernameKey } from './policy.ts';
import type { UserRepo } from './repo.ts';
import type { UserRecord } from './types.ts';
import { planChange } from './user-change.ts';

interface Deps {
  clock: Clock;
  audit: Pick<AuditLog, 'note'>;
  logger: Logger;
}

interface FollowRepos {
  users: UserRepo;
  accountAccess: Pick<AccountAccessRepo, 'removeLinks'>;
  audit: AuditRepo;
}

/** What the directory or the proxy says; undefined: nothing, or nothing new. */
interface Identity {
  username: string | undefined;
  email: string | undefined;
}

interface Followed {
  /** The account as it is now. */
  user: UserRecord;
  /** To be mailed to the address that it had before. */
  notices: readonly PlainNotice[];
  /** What stays as it was, because another account has it. */
  taken: readonly (keyof Identity)[];
}

/**
 * Gives an account the name and the address that the directory or the proxy has for its owner, within the transaction
 * that has its lock. What another account has is not taken from it.
 *
 * @throws AppError `email_taken`, `username_taken` when another account takes it at the same moment
 */
export type FollowIdentity = (
  repos: FollowRepos,
  given: { user: UserRecord; identity: Identity; source: AccountSource },
  by: AuditCause,
) => Promise<Followed>;

export function createFollowIdentity({ clock, audit, logger }: Deps): FollowIdentity {
  return async (repos, { user, identity, source }, by) => {
    const { free, taken } = await findFree(repos.users, user, identity);
    const note = (result: 'done' | 'refused', details: Record<string, string>) =>
      audit.note(
        repos.audit,
        { ...by, user: null },
        {
          action: 'user.update',
          result,
          subject: { id: user.id, name: user.username },
          details: { ...details, source },
        },
      );
    if (taken.length > 0) {
      logger.warn({ userId: user.id, taken, source }, 'another account has what a person is called there');
      await note('refused', { fields: taken.join(', '), reason: 'taken' });
    }
    const plan = planChange(user, free, clock.now());
    if (!plan.isIdentity) return { user, notices: [], taken };
    const { username, email } = plan.next;
    await withTakenErrors(
      repos.users.update(user.id, {
        username,
        usernameKey: usernameKey(username),
        email,
        emailKey: emailKey(email),
      }),
    );
    if (plan.endsLinks) await repos.accountAccess.removeLinks(user.id);
    await note('done', { fields: Object.keys(free).join(', ') });
    return { user: plan.next, notices: plan.notices, taken };
  };
}

/** Other spellings of the same name or address change nothing. */
async function findFree(
  users: UserRepo,
  user: UserRecord,
  { username, email }: Identity,
): Promise<{ free: Partial<Record<keyof Identity, string>>; taken: (keyof Identity)[] }> {
  const isNewName = username !== undefined && usernameKey(username) !== user.usernameKey;
  const isNewEmail = email !== undefined && emailKey(email) !== user.emailKey;
  const isNameTaken = isNewName && (await users.findByUsernameKey(usernameKey(username))) !== null;
  const isEmailTaken = isNewEmail && (await users.findByEmailKey(emailKey(email))) !== null;
  return {
    free: {
      ...(isNewName && !isNameTaken && { username }),
      ...(isNewEmail && !isEmailTaken && { email }),
    },
    taken: [...(isNameTaken ? (['username'] as const) : []), ...(isEmailTaken ? (['email'] as const) : [])],
  };
}
