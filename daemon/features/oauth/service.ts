import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { SignInFinish } from '../auth/finish-sign-in.ts';
import type { SessionRecord } from '../auth/types.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { ConfirmPassword } from '../users/confirm-password.ts';
import type { FollowIdentity } from '../users/follow-identity.ts';
import type { GroupPolicy } from '../users/group-policy.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import { createAuthorization } from './authorization.ts';
import { createHandleCallback, type HandleCallback } from './callback.ts';
import { createFlows } from './flows.ts';
import { createLinkAccount } from './link.ts';
import { createFollowProfile } from './profile/follow-profile.ts';
import { createFindRefusal, createNoteRefusal, type FindRefusal, type NoteRefusal } from './refusals.ts';
import { createRegistration, type NewUser } from './register.ts';
import { createProviderSignIn, type ProviderSignIn } from './sign-in.ts';
import type { Providers, SocialRepos } from './types.ts';

interface Deps<Repos extends SocialRepos> {
  announceEvent: AnnounceEvent;
  uow: UnitOfWork<Repos>;
  audit: AuditLog;
  clock: Clock;
  config: ConfigReader;
  groupPolicy: GroupPolicy;
  followIdentity: FollowIdentity;
  confirmPassword: ConfirmPassword;
  signInFinish: SignInFinish;
  isOver(session: SessionRecord): boolean;
  mails: Pick<AccountMails<Repos>, 'sendNotice'>;
  newUser: NewUser;
  providers: Providers;
  /** The secret key of the instance. */
  secretKey: string;
  throttle: Throttle;
}

type Authorization = ReturnType<typeof createAuthorization>;

export interface SocialSignInService {
  listEnabled(): OauthProvider[];
  authorizeSignIn: Authorization['authorizeSignIn'];
  authorizeLink: Authorization['authorizeLink'];
  handleCallback: HandleCallback;
  signIn: ProviderSignIn;
  findRefusal: FindRefusal;
  noteRefusal: NoteRefusal;
}

export function createSocialSignInService<Repos extends SocialRepos>(deps: Deps<Repos>): SocialSignInService {
  const { config, providers } = deps;
  const redirectUri = (provider: OauthProvider) =>
    new URL(`/api/oauth/callback/${provider}`, config.get('general.appUrl')).href;
  const flows = createFlows({ ...deps, redirectUri });
  const registration = createRegistration(deps);
  const followProfile = createFollowProfile(deps);
  const signIn = createProviderSignIn({ ...deps, registration, followProfile });
  const noteRefusal = createNoteRefusal(deps);

  return {
    listEnabled: providers.listEnabled,
    signIn,
    noteRefusal,
    findRefusal: createFindRefusal({ ...deps, registration }),
    ...createAuthorization({ ...deps, flows }),
    handleCallback: createHandleCallback({
      ...deps,
      flows,
      noteRefusal,
      signIn,
      linkAccount: createLinkAccount(deps),
    }),
  };
}
