import { type DirectoryRefusal, directoryRefusals } from '#sdk/contract/config/api.js';
import type { OauthErrorCode } from '#sdk/contract/oauth.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { GroupPolicy } from '../users/group-policy.ts';
import type { SocialAccountKey } from './account-repo.ts';
import type { Registration } from './register.ts';
import type { Identified } from './sign-in.ts';
import { type SocialRepos, SocialSignInError } from './types.ts';

interface FindDeps {
  uow: Pick<UnitOfWork<SocialRepos>, 'read'>;
  groupPolicy: Pick<GroupPolicy, 'mayEnter'>;
  registration: Pick<Registration, 'check'>;
}

/** Says why a person of the directory could not sign in now; null: they could. Nobody signs in. */
export type FindRefusal = (who: Identified, actor: Pick<Actor, 'ip'>) => Promise<DirectoryRefusal | null>;

export function createFindRefusal({ uow, groupPolicy, registration }: FindDeps): FindRefusal {
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

interface NoteDeps {
  uow: Pick<UnitOfWork<SocialRepos>, 'read'>;
  audit: Pick<AuditLog, 'record'>;
}

interface RefusedSignIn {
  provider: SocialAccountKey['provider'];
  /** null: the person was not identified. */
  profile: Pick<SocialAccountKey, 'issuer' | 'subject'> | null;
  reason: string;
  /** What the provider, the directory or the proxy calls the person. */
  account: string | null;
}

/**
 * Records that somebody whom a provider, the directory or the proxy knows was not let in, so that administrators know
 * whom to help. The entry belongs to the account that the sign-in would have opened, which takes the person's name along
 * when it is deleted.
 */
export type NoteRefusal = (refused: RefusedSignIn, actor: Actor) => Promise<void>;

export function createNoteRefusal({ uow, audit }: NoteDeps): NoteRefusal {
  return async ({ provider, profile, reason, account }, actor) => {
    const { users, socialAccounts } = uow.read;
    const linked = profile && (await socialAccounts.find({ provider, ...profile }));
    const user = linked && (await users.findById(linked.userId));
    await audit.record(
      { ...actor, user: null },
      {
        action: 'session.sign_in',
        result: 'refused',
        details: { provider, reason, ...(account && { account }) },
        ...(user && { subject: { id: user.id, name: user.username } }),
      },
    );
  };
}
