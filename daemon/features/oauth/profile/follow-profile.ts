import { Email } from '#sdk/contract/formats/primitives.js';
import type { AfterCommit } from '../../../db/unit-of-work.ts';
import type { Actor } from '../../../http/actor.ts';
import type { AccountMails } from '../../users/account-mails-port.ts';
import type { FollowIdentity } from '../../users/follow-identity.ts';
import type { UserRecord } from '../../users/types.ts';
import type { Profile, SocialAccountRecord, SocialRepos } from '../types.ts';
import { usernameFrom } from './suggest-usernames.ts';

interface Deps<Repos extends SocialRepos> {
  followIdentity: FollowIdentity;
  mails: Pick<AccountMails<Repos>, 'sendNotice'>;
}

/**
 * Lets the name and the address of a linked account follow the directory or the proxy, within the transaction that has
 * its lock. The address always does, the name only when it has changed there: people may choose another one here.
 * Providers change nothing. Returns the account as it is now.
 */
export type FollowProfile = (
  tx: { repos: SocialRepos; afterCommit: AfterCommit },
  who: { user: UserRecord; linked: SocialAccountRecord; profile: Profile },
  actor: Actor,
) => Promise<UserRecord>;

export function createFollowProfile<Repos extends SocialRepos>({
  followIdentity,
  mails,
}: Deps<Repos>): FollowProfile {
  return async (tx, { user, linked, profile }, actor) => {
    const { provider: source, name } = linked;
    if (source !== 'ldap' && source !== 'proxy') return user;
    // Without a name, the address stands for it. A directory may have several addresses, in any order.
    const isNamed = profile.name !== null && profile.name !== profile.email;
    const isRenamed = isNamed && !isSame(profile.name, name);
    const keepsAddress = profile.emails?.some((address) => isSame(address, user.email));
    const identity = {
      username: isRenamed ? usernameFrom(profile.name ?? '') : undefined,
      email: keepsAddress ? undefined : Email.safeParse(profile.email).data,
    };
    const { user: next, notices, taken } = await followIdentity(tx.repos, { user, identity, source }, actor);
    // Otherwise the next sign-in tries again.
    if (isRenamed && !taken.includes('username')) await tx.repos.socialAccounts.rename(linked, profile.name);
    for (const notice of notices) {
      // The transaction is that of all repositories.
      const all = tx as { repos: Repos; afterCommit: AfterCommit };
      await mails.sendNotice(all, { user, notice }, { ...actor, user });
    }
    return next;
  };
}

const isSame = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase();
