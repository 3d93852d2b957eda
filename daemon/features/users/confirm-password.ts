import { AppError } from '#sdk/contract/errors.js';
import type { SessionId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Passwords } from '../../crypto/passwords.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditCause } from '../audit/types.ts';
import type { AccountAccessRepo } from './access-repo.ts';
import { isFresh } from './policy.ts';
import type { UserRepo } from './repo.ts';
import type { UserRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ users: UserRepo; accountAccess: AccountAccessRepo }>;
  clock: Clock;
  audit: Pick<AuditLog, 'record'>;
  passwords: Passwords;
  throttle: Throttle;
}

/**
 * Requires the current password before the account or its security changes, because somebody else may be using the
 * session. Accounts without a password must have signed in recently. Returns the account.
 *
 * @throws AppError `password_wrong`, `fresh_sign_in_required`, `too_many_requests`, `sign_in_required`
 */
export type ConfirmPassword = (
  actor: Caller,
  password: string | undefined,
  field?: PasswordField,
) => Promise<UserRecord>;

/** The field in which an endpoint accepts it; default `password`. */
type PasswordField = 'password' | 'oldPassword';

type Caller = AuditCause & { ip: string; sessionId: SessionId | null };

export function createConfirmPassword(deps: Deps): ConfirmPassword {
  const { uow, clock, audit, passwords, throttle } = deps;

  async function requireFreshSession(actor: Caller): Promise<void> {
    const startedAt = actor.sessionId && (await uow.read.accountAccess.startOfSession(actor.sessionId));
    if (startedAt === null || !isFresh(startedAt, clock.now())) throw new AppError('fresh_sign_in_required');
  }

  return async (actor, password, field = 'password') => {
    const user = actor.user && (await uow.read.users.findById(actor.user.id));
    if (!user) throw new AppError('sign_in_required');
    const { passwordHash } = user;
    if (passwordHash === null) {
      await requireFreshSession(actor);
      return user;
    }
    if (password === undefined) throw passwordMissing(field);
    const attempt = await throttle.attempt('password', { ip: actor.ip, subject: user.id });
    if (await attempt.guess(() => passwords.verify(passwordHash, password))) return user;
    await audit.record(actor, { action: 'account.confirm', result: 'refused' });
    throw new AppError('password_wrong');
  };
}

function passwordMissing(field: PasswordField): AppError {
  const issue = { field, code: 'required' } as const;
  return new AppError('validation_failed', { field, problem: issue.code }, { issues: [issue] });
}
