import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { OauthErrorCode } from '#sdk/contract/oauth.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { Logger } from '../../logger.ts';
import type { LoginChallenge, OpenSession } from '../auth/types.ts';
import type { SocialAccountRepo } from '../oauth/account-repo.ts';
import type { NoteRefusal } from '../oauth/refusals.ts';
import type { ProviderSignIn } from '../oauth/sign-in.ts';
import type { Profile } from '../oauth/types.ts';
import type { FollowGroups } from './follow-groups.ts';
import { refusalOf } from './policy.ts';

/** What the headers of a request say about the person who sent it. */
export interface ProxiedPerson {
  username: string;
  email: string | null;
  displayName: string | null;
  groups: readonly string[] | null;
}

interface Deps {
  uow: UnitOfWork<{ socialAccounts: SocialAccountRepo }>;
  logger: Logger;
  followGroups: FollowGroups;
  noteRefusal: NoteRefusal;
  signIn: ProviderSignIn;
}

export type ProxyResult =
  | { kind: 'unchanged' }
  | { kind: 'signedIn'; session: OpenSession }
  | { kind: 'challenged'; challenge: LoginChallenge }
  | { kind: 'refused'; code: OauthErrorCode };

/**
 * Signs in the person whom the proxy names, unless the browser's session is already theirs, or that of an account which
 * the proxy knows nothing of. `owner` is the owner of that session. Their groups apply from each call on.
 *
 * @throws AppError `too_many_requests`
 */
export type ProxySignIn = (person: ProxiedPerson, owner: UserId | null, actor: Actor) => Promise<ProxyResult>;

export function createProxySignIn({ uow, logger, followGroups, noteRefusal, signIn }: Deps): ProxySignIn {
  /** Returns whether the session goes on: that of another person of the proxy is replaced. */
  async function keepsSession(userId: UserId, { subject, groups }: Profile, actor: Actor): Promise<boolean> {
    const accounts = await uow.read.socialAccounts.listOfUser(userId);
    const own = accounts.find(({ provider }) => provider === 'proxy');
    if (own?.subject !== subject) return own === undefined;
    return followGroups({ userId, groups: groups ?? null }, actor);
  }

  return async (person, owner, actor) => {
    const profile = toProfile(person);
    if (owner !== null && (await keepsSession(owner, profile, actor))) return { kind: 'unchanged' };
    try {
      const next = await signIn({ provider: 'proxy', profile, userId: null }, actor);
      return 'loginToken' in next
        ? { kind: 'challenged', challenge: next }
        : { kind: 'signedIn', session: next };
    } catch (error) {
      const code = refusalOf(error);
      if (code === null) throw error;
      logger.warn({ code, ip: actor.ip }, 'the sign-in of a person whom the proxy names was refused');
      const { username: account } = person;
      await noteRefusal({ provider: 'proxy', profile, reason: code, account }, actor);
      return { kind: 'refused', code };
    }
  };
}

/** Administrators of the proxy vouch for what it says. */
function toProfile({ username, email, displayName, groups }: ProxiedPerson): Profile {
  return {
    issuer: 'proxy',
    subject: username,
    email,
    isEmailVerified: true,
    name: username,
    usernames: [username, displayName].filter((name) => name !== null),
    displayName,
    groups,
  };
}
