import type { ReplaceSession } from '../features/auth/replace-session.ts';
import type { AuthService } from '../features/auth/service.ts';
import { createOauthJobs } from '../features/oauth/jobs.ts';
import { createLinkedAccounts } from '../features/oauth/linked-accounts.ts';
import { createLinkedRoutes } from '../features/oauth/linked-routes.ts';
import { flowLifetime, flowMemory } from '../features/oauth/policy.ts';
import { createOauthRoutes } from '../features/oauth/routes.ts';
import { createSocialSignInService } from '../features/oauth/service.ts';
import type { Providers } from '../features/oauth/types.ts';
import type { AccountMails } from '../features/users/account-mails.ts';
import type { ConfirmPassword } from '../features/users/confirm-password.ts';
import { createUser, insertUser } from '../features/users/new-user.ts';
import { emailKey, usernameKey } from '../features/users/policy.ts';
import type { Context } from '../http/context.ts';
import type { SessionCookies } from '../http/cookies/session.ts';
import { createBrowserCookie, type LoginCookie } from '../http/cookies/sign-in.ts';
import type { Route } from '../http/implement.ts';
import type { JobSpec } from '../jobs/job.ts';
import type { Core } from './core.ts';
import type { Repos } from './repos.ts';

interface Parts {
  auth: AuthService;
  confirmPassword: ConfirmPassword;
  cookies: SessionCookies;
  loginCookie: LoginCookie;
  mails: AccountMails<Repos>;
  providers: Providers;
  replaceSession: ReplaceSession;
}

export interface SocialSignIn {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
}

/** Puts together what is about signing in by providers. */
export function createSocialSignIn(core: Core, parts: Parts): SocialSignIn {
  const { config, clock } = core;
  const appUrl = () => config.get('general.appUrl');
  const newUser = {
    create: (user: { email: string; username: string }) =>
      createUser({ ...user, passwordHash: null, isAdmin: false }, clock.now()),
    insert: insertUser,
    emailKey,
    usernameKey,
  };
  const socialSignIn = createSocialSignInService({
    ...core,
    ...parts,
    entry: parts.auth.entry,
    isOver: parts.auth.isOver,
    newUser,
  });
  const browserCookie = createBrowserCookie({ appUrl, lifetime: flowLifetime + flowMemory });
  const findOwner = async (ctx: Context) => {
    const accessToken = parts.cookies.readAccess(ctx);
    return accessToken === null ? null : parts.auth.findOwner(accessToken);
  };
  return {
    routes: [
      ...createOauthRoutes({ ...parts, socialSignIn, browserCookie, findOwner, appUrl }),
      ...createLinkedRoutes({ linkedAccounts: createLinkedAccounts({ ...core, ...parts }) }),
    ],
    jobs: createOauthJobs(core),
  };
}
