import type { OauthErrorCode } from '#sdk/contract/oauth.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { UserRepo } from '../users/repo.ts';
import type { UserRecord } from '../users/types.ts';
import { findRegistrationProblem } from './policy.ts';
import type { Identified } from './sign-in.ts';
import { suggestUsernames } from './suggest-usernames.ts';
import { type Profile, type SocialRepos, SocialSignInError } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ users: UserRepo }>;
  clock: Clock;
  config: ConfigReader;
  throttle: Throttle;
  newUser: NewUser;
}

/** What this feature needs from the feature of users to create accounts. */
export interface NewUser {
  /** Creates an ordinary account without a password. */
  create(user: { email: string; username: string }): UserRecord;
  emailKey(email: string): string;
}

/** Reasons for the server log. */
const reasons = {
  not_linked: 'sign-up with a provider is turned off',
  no_email: 'the provider returned no usable email address',
  unverified_account: 'the provider does not say that the email address is verified',
} as const satisfies Partial<Record<OauthErrorCode, string>>;

export type Registration = ReturnType<typeof createRegistration>;

/** Creates accounts for people who have none here, if the provider has verified their address. */
export function createRegistration({ uow, clock, config, throttle, newUser }: Deps) {
  /** Returns the address if no account has it: such an account may belong to another person. */
  async function requireUnknown(users: UserRepo, { email }: Profile): Promise<string> {
    if (email === null) throw new SocialSignInError('no_email', new Error(reasons.no_email));
    if (await users.findByEmailKey(newUser.emailKey(email))) {
      throw new SocialSignInError('not_linked', new Error('an account here already has this email address'));
    }
    return email;
  }

  /** Tries one name after the other, because only the index decides when others ask for the same name. */
  async function insertUser(users: UserRepo, profile: Profile): Promise<UserRecord> {
    const names = suggestUsernames(profile);
    for (;;) {
      const email = await requireUnknown(users, profile);
      const user = newUser.create({ email, username: names.next().value });
      if (await users.insertUnlessTaken(user)) return user;
    }
  }

  return {
    /** @throws SocialSignInError `not_linked`, `no_email`, `unverified_account`; AppError `too_many_requests` */
    async check(profile: Profile, { ip }: Actor): Promise<void> {
      const problem = findRegistrationProblem(profile, { isAllowed: config.get('oauth.allowRegistration') });
      if (problem) throw new SocialSignInError(problem, new Error(reasons[problem]));
      // A person who cannot get an account must not use up the limit of others in the same network.
      await requireUnknown(uow.read.users, profile);
      await throttle.attempt('socialSignUp', { ip });
    },

    /**
     * Creates the account with its link, within a transaction that has the lock of the person, after `check`.
     *
     * @throws SocialSignInError `not_linked` when an account has the address by now
     */
    async add(
      { users, socialAccounts }: SocialRepos,
      { provider, profile }: Identified,
    ): Promise<UserRecord> {
      const { issuer, subject, name } = profile;
      const user = await insertUser(users, profile);
      const account = { provider, issuer, subject, name, userId: user.id, createdAt: clock.now() };
      await socialAccounts.insert(account);
      return user;
    },
  };
}
