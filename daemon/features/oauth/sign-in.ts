import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { AccountSource } from '#sdk/contract/oauth.js';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { SignInFinish } from '../auth/finish-sign-in.ts';
import type { LoginChallenge, OpenSession } from '../auth/types.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { GroupPolicy } from '../users/group-policy.ts';
import type { UserRecord } from '../users/types.ts';
import type { SocialAccountKey } from './account-repo.ts';
import { lockPerson } from './lock-person.ts';
import type { FollowProfile } from './profile/follow-profile.ts';
import type { Registration } from './register.ts';
import { type Profile, type SocialAccountRecord, type SocialRepos, SocialSignInError } from './types.ts';

interface Deps {
  uow: UnitOfWork<SocialRepos>;
  config: ConfigReader;
  signInFinish: SignInFinish;
  registration: Registration;
  groupPolicy: Omit<GroupPolicy, 'grantsOf'>;
  followProfile: FollowProfile;
}

/** A person who has returned from a provider, or whom the directory or the proxy has identified. */
export interface Identified {
  provider: AccountSource;
  profile: Profile;
}

/**
 * Signs the owner of a provider account in to the account that it is linked to here, or to a new one. No other match,
 * such as an equal address, gives access, unless a setting for the directory or the proxy says so. If `userId` is signed
 * in, they confirm their presence with their linked account: then no other account is opened or created.
 *
 * @throws SocialSignInError `group_not_allowed`, `no_user`, `already_linked`, `not_linked`, `no_email`,
 *   `unverified_account`; AppError `too_many_requests`
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
  groupPolicy,
  followProfile,
}: Deps): ProviderSignIn {
  /** The directory checks a password like this instance does; providers and proxies can ask for a code themselves. */
  const asksCode = ({ totpSecret }: UserRecord, provider: AccountSource) =>
    totpSecret !== null && (provider === 'ldap' || !config.get('oauth.ignoreTotp'));

  return async ({ provider, profile, userId }, actor) => {
    const key = { provider, issuer: profile.issuer, subject: profile.subject };
    const groups = profile.groups ?? null;
    if (!groupPolicy.mayEnter(groups)) throw new SocialSignInError('group_not_allowed');
    const isNew = userId === null && (await uow.read.socialAccounts.find(key)) === null;
    if (isNew) await registration.check({ provider, profile }, actor);

    async function enroll(tx: Transaction): Promise<Found> {
      // The account was unlinked since, or was never linked: nobody has asked for a new account.
      if (!isNew) throw new SocialSignInError('not_linked');
      const { user, isCreated } = await registration.add(tx, { provider, profile }, actor);
      return { user, action: isCreated ? 'account.sign_up' : 'session.sign_in' };
    }

    async function open(tx: Transaction, linked: SocialAccountRecord): Promise<Found> {
      if (userId !== null && linked.userId !== userId) throw new SocialSignInError('already_linked');
      const user = await tx.repos.users.findById(linked.userId);
      if (!user || user.disabledAt !== null) throw new SocialSignInError('no_user');
      return { user: await followProfile(tx, { user, linked, profile }, actor), action: 'session.sign_in' };
    }

    const added = await uow.transaction(async (repos, afterCommit) => {
      await groupPolicy.prepare(repos, groups);
      await lockPerson(repos.lock, key);
      const linked = await lockLinked(repos, key);
      const tx = { repos, afterCommit };
      const found = await (linked ? open(tx, linked) : enroll(tx));
      const user = await groupPolicy.apply(repos, { user: found.user, groups }, actor);
      const event = { action: found.action, details: { provider } };
      return signInFinish.open(repos, { user, asksCode: asksCode(user, provider), event }, actor);
    });
    return signInFinish.issue(added);
  };
}

interface Transaction {
  repos: SocialRepos;
  afterCommit: AfterCommit;
}

interface Found {
  user: UserRecord;
  action: 'account.sign_up' | 'session.sign_in';
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
