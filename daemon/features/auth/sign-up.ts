import { AppError } from '#sdk/contract/errors.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { NewAccount } from '../users/policy.ts';
import type { UserService } from '../users/service.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import { actAs } from './policy.ts';
import type { Sessions } from './sessions.ts';
import type { AuthRepos, OpenSession } from './types.ts';

interface Deps {
  uow: UnitOfWork<AuthRepos>;
  audit: AuditLog;
  config: ConfigReader;
  sessions: Sessions;
  throttle: Throttle;
  users: UserService;
  announceEvent: AnnounceEvent;
}

/**
 * Creates an account and signs in, in one step.
 *
 * @throws AppError `registration_disabled`, `password_too_common`, `email_taken`, `username_taken`, `too_many_requests`
 */
export type SignUp = (account: NewAccount, actor: Actor) => Promise<OpenSession>;

export function createSignUp({ uow, audit, config, sessions, throttle, users, announceEvent }: Deps): SignUp {
  return async (account, actor) => {
    if (!config.get('share.allowRegistration')) throw new AppError('registration_disabled');
    await throttle.attempt('signUp', { ip: actor.ip });
    const user = await users.prepareAccount(account);
    const session = await uow.transaction(async (repos, afterCommit) => {
      await users.insertAccount(repos.users, user);
      await audit.note(repos.audit, actAs(actor, user), { action: 'account.sign_up' });
      await announceEvent({ repos, afterCommit }, { type: 'user.created', user });
      return sessions.add(repos, user, actor);
    });
    return sessions.issue(session);
  };
}
