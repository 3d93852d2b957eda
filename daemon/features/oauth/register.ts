import { DisplayName } from '#sdk/contract/formats/primitives.js';
import type { OauthErrorCode } from '#sdk/contract/oauth.js';
import type { Clock } from '../../crypto/clock.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { UserRepo } from '../users/repo.ts';
import type { UserRecord } from '../users/types.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import { findRegistrationProblem } from './policy.ts';
import { suggestUsernames } from './profile/suggest-usernames.ts';
import type { Identified } from './sign-in.ts';
import { type Profile, type SocialRepos, SocialSignInError } from './types.ts';

interface Deps<Repos extends SocialRepos> {
  uow: UnitOfWork<Repos>;
  audit: Pick<AuditLog, 'note'>;
  clock: Clock;
  config: ConfigReader;
  mails: Pick<AccountMails<Repos>, 'sendNotice'>;
  throttle: Throttle;
  newUser: NewUser;
  announceEvent: AnnounceEvent;
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

/** Whether equal addresses link accounts: administrators of the directory and the proxy vouch for the addresses. */
const linksByEmail = { ldap: 'ldap.linkByEmail', proxy: 'proxy.linkByEmail' } as const;

const belongsToOther = () =>
  new SocialSignInError('not_linked', new Error('the account belongs to somebody else there'));

interface Transaction<Repos> {
  repos: Repos;
  afterCommit: AfterCommit;
}

export interface Registration {
  /**
   * @throws SocialSignInError `not_linked`, `no_email`, `unverified_account`, `no_user`; AppError `too_many_requests`
   */
  check(who: Identified, actor: Pick<Actor, 'ip'>): Promise<void>;
  /**
   * Creates the account with its link, within a transaction that has the lock of the person, after `check`. Or links the
   * account that has the address, if the settings allow it.
   *
   * @throws SocialSignInError `not_linked` when an account has the address by now, `no_user` when it is disabled
   */
  add(
    tx: Transaction<SocialRepos>,
    who: Identified,
    actor: Actor,
  ): Promise<{ user: UserRecord; isCreated: boolean }>;
}

/** Creates accounts for people who have none here, if their address is vouched for. */
export function createRegistration<Repos extends SocialRepos>(deps: Deps<Repos>): Registration {
  const { uow, audit, clock, config, mails, throttle, newUser, announceEvent } = deps;

  const isLinkedByEmail = ({ provider }: Identified) =>
    (provider === 'ldap' || provider === 'proxy') && config.get(linksByEmail[provider]);

  function findHolder(users: UserRepo, { email }: Profile): Promise<UserRecord | null> {
    if (email === null) throw new SocialSignInError('no_email', new Error(reasons.no_email));
    return users.findByEmailKey(newUser.emailKey(email));
  }

  /** Returns the address if no account has it: such an account may belong to another person. */
  async function requireUnknown(users: UserRepo, profile: Profile): Promise<string> {
    if (await findHolder(users, profile)) {
      throw new SocialSignInError('not_linked', new Error('an account here already has this email address'));
    }
    return profile.email ?? '';
  }

  /** Throws unless the account that has the address, if there is one, can be linked. */
  async function requireFree({ users, socialAccounts }: SocialRepos, who: Identified): Promise<void> {
    const holder = await findHolder(users, who.profile);
    if (!holder) return;
    if (holder.disabledAt !== null) throw new SocialSignInError('no_user');
    const linked = await socialAccounts.listOfUser(holder.id);
    if (linked.some(({ provider }) => provider === who.provider)) throw belongsToOther();
  }

  /** Tries one name after the other, because only the index decides when others ask for the same name. */
  async function insertUser(users: UserRepo, profile: Profile): Promise<UserRecord> {
    const names = suggestUsernames(profile);
    for (;;) {
      const email = await requireUnknown(users, profile);
      const created = newUser.create({ email, username: names.next().value });
      const displayName = DisplayName.safeParse(profile.displayName ?? '').data || null;
      const user = { ...created, displayName };
      if (await users.insertUnlessTaken(user)) return user;
    }
  }

  async function link({ socialAccounts }: SocialRepos, user: UserRecord, who: Identified): Promise<boolean> {
    const { provider, profile } = who;
    const { issuer, subject, name } = profile;
    return socialAccounts.insert({
      provider,
      issuer,
      subject,
      name,
      userId: user.id,
      createdAt: clock.now(),
    });
  }

  /** Links the account that has the address of a person, if there is one. */
  async function linkHolder(
    tx: Transaction<Repos>,
    who: Identified,
    actor: Actor,
  ): Promise<UserRecord | null> {
    const { repos } = tx;
    const { provider, profile } = who;
    const holder = await findHolder(repos.users, profile);
    if (!holder) return null;
    await repos.lock('user', holder.id);
    const user = await repos.users.findById(holder.id);
    if (!user || user.disabledAt !== null) throw new SocialSignInError('no_user');
    if (user.emailKey !== holder.emailKey || !(await link(repos, user, who))) {
      throw belongsToOther();
    }
    const owner: Actor = { ...actor, user };
    await audit.note(repos.audit, owner, { action: 'account.social_link', details: { provider } });
    await mails.sendNotice(tx, { user, notice: 'socialLinked', provider }, owner);
    return user;
  }

  return {
    async check(who, { ip }) {
      const { provider, profile } = who;
      const isManaged = provider === 'ldap' || provider === 'proxy';
      const isAllowed = isManaged || config.get('oauth.allowRegistration');
      const problem = findRegistrationProblem(profile, { isAllowed });
      if (problem) throw new SocialSignInError(problem, new Error(reasons[problem]));
      // A person who cannot get an account must not use up the limit of others in the same network.
      if (isLinkedByEmail(who)) await requireFree(uow.read, who);
      else await requireUnknown(uow.read.users, profile);
      // A company has one address, and its people come on the same day.
      if (!isManaged) await throttle.attempt('socialSignUp', { ip });
    },

    async add(tx, who, actor) {
      const linked = isLinkedByEmail(who) && (await linkHolder(tx as Transaction<Repos>, who, actor));
      if (linked) return { user: linked, isCreated: false };
      const user = await insertUser(tx.repos.users, who.profile);
      await link(tx.repos, user, who);
      await announceEvent(tx, { type: 'user.created', user });
      return { user, isCreated: true };
    },
  };
}
