import { AppError } from '#sdk/contract/errors.js';
import type { Passwords } from '../../crypto/passwords.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { AuditCause } from '../audit/types.ts';
import type { UserRepo } from './repo.ts';
import type { UserRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ users: UserRepo }>;
  audit: Pick<AuditTrail, 'record'>;
  passwords: Passwords;
  throttle: Throttle;
}

/**
 * Asks for the current password before the account or its security changes: a session alone may be somebody else's hand.
 * Answers the account.
 *
 * @throws AppError `password_wrong`, `too_many_requests`, `sign_in_required`
 */
export type ConfirmPassword = (actor: AuditCause & { ip: string }, password: string) => Promise<UserRecord>;

export function createConfirmPassword({ uow, audit, passwords, throttle }: Deps): ConfirmPassword {
  return async (actor, password) => {
    const user = actor.user && (await uow.read.users.findById(actor.user.id));
    if (!user) throw new AppError('sign_in_required');
    const attempt = await throttle.attempt('password', { ip: actor.ip, subject: user.id });
    const { passwordHash } = user;
    if (await attempt.guess(async () => passwordHash !== null && passwords.verify(passwordHash, password))) {
      return user;
    }
    await audit.record(actor, { action: 'account.confirm', result: 'refused' });
    throw new AppError('password_wrong');
  };
}
