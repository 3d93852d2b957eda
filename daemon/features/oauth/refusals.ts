import { type DirectoryRefusal, directoryRefusals } from '#sdk/contract/config/api.js';
import type { OauthErrorCode } from '#sdk/contract/oauth.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { GroupPolicy } from '../users/group-policy.ts';
import type { Registration } from './register.ts';
import type { Identified } from './sign-in.ts';
import { type SocialRepos, SocialSignInError } from './types.ts';

interface Deps {
  uow: Pick<UnitOfWork<SocialRepos>, 'read'>;
  groupPolicy: Pick<GroupPolicy, 'mayEnter'>;
  registration: Pick<Registration, 'check'>;
}

/** Says why a person of the directory could not sign in now; null: they could. Nobody signs in. */
export type FindRefusal = (who: Identified, actor: Pick<Actor, 'ip'>) => Promise<DirectoryRefusal | null>;

export function createFindRefusal({ uow, groupPolicy, registration }: Deps): FindRefusal {
  return async (who, actor) => {
    const { provider, profile } = who;
    const { users, socialAccounts } = uow.read;
    if (!groupPolicy.mayEnter(profile.groups ?? null)) return 'group_not_allowed';
    const linked = await socialAccounts.find({ provider, issuer: profile.issuer, subject: profile.subject });
    if (linked) {
      const user = await users.findById(linked.userId);
      return user?.disabledAt === null ? null : 'no_user';
    }
    try {
      await registration.check(who, actor);
      return null;
    } catch (error) {
      if (error instanceof SocialSignInError && isDirectoryRefusal(error.code)) return error.code;
      throw error;
    }
  };
}

const isDirectoryRefusal = (code: OauthErrorCode): code is DirectoryRefusal =>
  directoryRefusals.some((known) => known === code);
