import type { Core } from '../../app/core.ts';
import type { Repos } from '../../app/repos.ts';
import type { Context } from '../../http/context.ts';
import type { SessionCookies } from '../../http/cookies/session.ts';
import { createBrowserCookie, type LoginCookie } from '../../http/cookies/sign-in.ts';
import type { Route } from '../../http/implement.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { ReplaceSession } from '../auth/replace-session.ts';
import type { AuthService } from '../auth/service.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { UserPorts } from '../users/feature.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import { createOauthJobs } from './jobs.ts';
import { createLinkedAccounts } from './linked-accounts.ts';
import { flowLifetime, flowMemory } from './policy.ts';
import type { FindRefusal, NoteRefusal } from './refusals.ts';
import { createOauthRoutes } from './routes.ts';
import { createSocialSignInService } from './service.ts';
import type { ProviderSignIn } from './sign-in.ts';
import type { Providers } from './types.ts';

interface Ports extends UserPorts {
  announceEvent: AnnounceEvent;
  auth: AuthService;
  cookies: SessionCookies;
  loginCookie: LoginCookie;
  mails: AccountMails<Repos>;
  providers: Providers;
  replaceSession: ReplaceSession;
}

export interface OauthFeature {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
  /** Also for people whom something other than a provider has identified. */
  signIn: ProviderSignIn;
  noteRefusal: NoteRefusal;
  findRefusal: FindRefusal;
}

/** Composes signing in with the account of a provider. */
export function createOauthFeature(core: Core, ports: Ports): OauthFeature {
  const { config } = core;
  const { auth, cookies, createUser, emailKey } = ports;
  const appUrl = () => config.get('general.appUrl');
  const socialSignIn = createSocialSignInService({
    ...core,
    ...ports,
    signInFinish: auth.signInFinish,
    isOver: auth.isOver,
    newUser: {
      create: (user) => createUser({ ...user, passwordHash: null, isAdmin: false }, core.clock.now()),
      emailKey,
    },
  });
  return {
    signIn: socialSignIn.signIn,
    noteRefusal: socialSignIn.noteRefusal,
    findRefusal: socialSignIn.findRefusal,
    routes: createOauthRoutes({
      ...ports,
      socialSignIn,
      linkedAccounts: createLinkedAccounts({ ...core, ...ports }),
      browserCookie: createBrowserCookie({ appUrl, lifetime: flowLifetime + flowMemory }),
      async findOwner(ctx: Context) {
        const accessToken = cookies.readAccess(ctx);
        return accessToken === null ? null : auth.findOwner(accessToken);
      },
      appUrl,
    }),
    jobs: createOauthJobs(core),
  };
}
