import type { SessionId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { SessionRecord } from '../auth/types.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { UserRecord } from '../users/types.ts';
import { lockPerson } from './lock-person.ts';
import type { Identified } from './sign-in.ts';
import { type SocialRepos, SocialSignInError } from './types.ts';

interface Deps<Repos extends SocialRepos> {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  audit: Pick<AuditLog, 'note'>;
  isOver(session: SessionRecord): boolean;
  mails: Pick<AccountMails<Repos>, 'sendNotice'>;
}

/**
 * Links an account of a provider to the account of the session that asked for it, which must still exist. Refused if
 * the browser has a session of another user by now.
 *
 * @throws SocialSignInError `invalid_token`, `already_linked`
 */
export type LinkAccount = (who: Identified & { sessionId: SessionId }, actor: Actor) => Promise<void>;

export function createLinkAccount<Repos extends SocialRepos>(deps: Deps<Repos>): LinkAccount {
  const { uow, clock, audit, isOver, mails } = deps;

  /** Whom to lock is known only after reading the session, which may have ended by then. */
  async function lockOwner(
    { lock, sessions, users }: SocialRepos,
    id: SessionId,
  ): Promise<UserRecord | null> {
    const before = await sessions.findById(id);
    if (before) await lock('user', before.userId);
    const session = before && (await sessions.findById(id));
    if (!session || isOver(session)) return null;
    const user = await users.findById(session.userId);
    return user && user.disabledAt === null ? user : null;
  }

  return ({ provider, profile, sessionId }, actor) =>
    uow.transaction(async (repos, afterCommit) => {
      await lockPerson(repos.lock, { provider, ...profile });
      const user = await lockOwner(repos, sessionId);
      if (!user || (actor.user && actor.user.id !== user.id)) throw new SocialSignInError('invalid_token');
      const { issuer, subject, name } = profile;
      const account = { provider, issuer, subject, name, userId: user.id, createdAt: clock.now() };
      if (!(await repos.socialAccounts.insert(account))) {
        const linked = await repos.socialAccounts.find(account);
        if (linked?.userId !== user.id) throw new SocialSignInError('already_linked');
        return;
      }
      const owner: Actor = { ...actor, user };
      await audit.note(repos.audit, owner, { action: 'account.social_link', details: { provider } });
      await mails.sendNotice({ repos, afterCommit }, { user, notice: 'socialLinked', provider }, owner);
    });
}
