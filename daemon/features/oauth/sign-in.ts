import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { SignInFinish } from '../auth/finish-sign-in.ts';
import type { LoginChallenge, OpenSession } from '../auth/types.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import type { SocialAccountKey } from './account-repo.ts';
import { lockPerson } from './lock-person.ts';
import type { Registration } from './register.ts';
import { type Profile, type SocialAccountRecord, type SocialRepos, SocialSignInError } from './types.ts';

interface Deps {
  uow: UnitOfWork<SocialRepos>;
  config: ConfigReader;
  signInFinish: SignInFinish;
  registration: Registration;
  announceEvent: AnnounceEvent;
}

/** A person who has returned from a provider. */
export interface Identified {
  provider: OauthProvider;
  profile: Profile;
}

/**
 * Signs the owner of a provider account in to the account that it is linked to here, or to a new one. No other match,
 * such as an equal address, gives access. If `userId` is signed in, they confirm their presence with their linked
 * account: then no other account is opened or created.
 *
 * @throws SocialSignInError `no_user`, `already_linked`, `not_linked`, `no_email`, `unverified_account`; AppError
 *   `too_many_requests`
 */
export type ProviderSignIn = (
  who: Identified & { userId: UserId | null },
  actor: Actor,
) => Promise<OpenSession | LoginChallenge>;

export function createProviderSignIn({
  uow,
  config,
  signInFinish,
  registration,
  announceEvent,
}: Deps): ProviderSignIn {
  return async ({ provider, profile, userId }, actor) => {
    const key = { provider, issuer: profile.issuer, subject: profile.subject };
    const isNew = userId === null && (await uow.read.socialAccounts.find(key)) === null;
    if (isNew) await registration.check(profile, actor);
    const details = { provider };
    const added = await uow.transaction(async (repos, afterCommit) => {
      await lockPerson(repos.lock, key);
      const linked = await lockLinked(repos, key);
      if (!linked) {
        // The account was unlinked since, or was never linked: nobody has asked for a new account.
        if (!isNew) throw new SocialSignInError('not_linked');
        const user = await registration.add(repos, { provider, profile });
        await announceEvent({ repos, afterCommit }, { type: 'user.created', user });
        const event = { action: 'account.sign_up', details } as const;
        return signInFinish.open(repos, { user, asksCode: false, event }, actor);
      }
      if (userId !== null && linked.userId !== userId) throw new SocialSignInError('already_linked');
      const user = await repos.users.findById(linked.userId);
      if (!user || user.disabledAt !== null) throw new SocialSignInError('no_user');
      const asksCode = user.totpSecret !== null && !config.get('oauth.ignoreTotp');
      return signInFinish.open(
        repos,
        { user, asksCode, event: { action: 'session.sign_in', details } },
        actor,
      );
    });
    return signInFinish.issue(added);
  };
}

/** Whom to lock is known only after reading, and the account may have been unlinked by then. */
async function lockLinked(
  { lock, socialAccounts }: SocialRepos,
  key: SocialAccountKey,
): Promise<SocialAccountRecord | null> {
  const linked = await socialAccounts.find(key);
  if (!linked) return null;
  await lock('user', linked.userId);
  return socialAccounts.find(key);
}
