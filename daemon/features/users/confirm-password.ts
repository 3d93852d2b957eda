import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/primitives.js';
import type { Passwords } from '../../crypto/passwords.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { UserRepo } from './repo.ts';
import type { UserRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ users: UserRepo }>;
  passwords: Passwords;
  throttle: Throttle;
}

/**
 * Asks for the current password before the account or its security changes: a session alone may be somebody else's hand.
 * Answers the account.
 *
 * @throws AppError `password_wrong`, `too_many_requests`, `sign_in_required`
 */
export type ConfirmPassword = (
  actor: { user: { id: UserId } | null; ip: string },
  password: string,
) => Promise<UserRecord>;

export function createConfirmPassword({ uow, passwords, throttle }: Deps): ConfirmPassword {
  return async ({ user: caller, ip }, password) => {
    const user = caller && (await uow.read.users.findById(caller.id));
    if (!user) throw new AppError('sign_in_required');
    const attempt = await throttle.attempt('password', { ip, subject: user.id });
    const isRight = user.passwordHash !== null && (await passwords.verify(user.passwordHash, password));
    if (!isRight) throw new AppError('password_wrong');
    await attempt.takeBack();
    return user;
  };
}
