import { createKeyUses } from '../features/api-keys/key-uses.ts';
import { createApiKeyRoutes } from '../features/api-keys/routes.ts';
import { createApiKeyService } from '../features/api-keys/service.ts';
import { createKeyVerifier } from '../features/api-keys/verify.ts';
import { createAccountLinks } from '../features/auth/account-links.ts';
import { createAccountMails } from '../features/auth/account-mails.ts';
import { createActiveSessions } from '../features/auth/active-sessions.ts';
import { createLinkRoutes } from '../features/auth/link-routes.ts';
import { createLinkService } from '../features/auth/link-service.ts';
import { createReplaceSession } from '../features/auth/replace-session.ts';
import { createAuthRoutes } from '../features/auth/routes.ts';
import { createAuthService } from '../features/auth/service.ts';
import { createSessionRoutes } from '../features/auth/session-routes.ts';
import type { SetupToken } from '../features/auth/setup-token.ts';
import { createTotpRoutes } from '../features/auth/totp-routes.ts';
import type { Providers } from '../features/oauth/types.ts';
import type { AccountMails } from '../features/users/account-mails.ts';
import { createConfirmPassword } from '../features/users/confirm-password.ts';
import { createManagedUsers } from '../features/users/managed-users.ts';
import { setEmail } from '../features/users/new-user.ts';
import { createOwnAccount } from '../features/users/own-account.ts';
import { emailKey } from '../features/users/policy.ts';
import { createUsersRoutes } from '../features/users/routes.ts';
import type { Authenticator } from '../http/actor.ts';
import { networkOf } from '../http/client-address.ts';
import { createSessionCookies } from '../http/cookies/session.ts';
import { createLoginCookie } from '../http/cookies/sign-in.ts';
import type { Route } from '../http/implement.ts';
import type { JobSpec } from '../jobs/job.ts';
import type { JobWaker } from '../jobs/runner.ts';
import type { Outbox } from '../mail/outbox.ts';
import { fillIn } from '../mail/render.ts';
import type { Core } from './core.ts';
import type { Repos } from './repos.ts';
import { createSocialSignIn } from './social-sign-in.ts';

interface Parts {
  setupToken: SetupToken;
  jobs: JobWaker;
  outbox: Outbox;
  providers: Providers;
}

export interface Accounts {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
  authenticator: Authenticator;
  /** Ends what goes on after an answer. */
  stop(): Promise<void>;
}

/** Puts together what is about accounts: sessions, second factor, keys, mails, administration of users. */
export function createAccounts(core: Core, { setupToken, jobs, outbox, providers }: Parts): Accounts {
  const { uow, config, clock, users } = core;
  const confirmPassword = createConfirmPassword(core);
  const links = createAccountLinks(core);
  const mails: AccountMails<Repos> = createAccountMails({ config, clock, links, outbox, fillIn });
  const { hashNewPassword } = users;
  const linkService = createLinkService({ ...core, links, mails, jobs, emailKey, hashNewPassword, setEmail });
  const auth = createAuthService({ ...core, setupToken, confirmPassword, mails, networkOf });
  const ofCookies = { appUrl: () => config.get('general.appUrl'), clock };
  const cookies = createSessionCookies(ofCookies);
  const loginCookie = createLoginCookie(ofCookies);
  const replaceSession = createReplaceSession({ auth, cookies });
  const socialSignIn = createSocialSignIn(core, {
    auth,
    confirmPassword,
    cookies,
    loginCookie,
    mails,
    providers,
    replaceSession,
  });

  const keyUses = createKeyUses({ uow, clock, jobs });
  const listProviders = () => providers.listEnabled();
  const managing = { ...core, jobs, mails, confirmPassword, listProviders };

  return {
    routes: [
      ...createAuthRoutes({ auth, cookies, loginCookie, replaceSession }),
      ...createSessionRoutes({ activeSessions: createActiveSessions(core), cookies }),
      ...createApiKeyRoutes({ apiKeys: createApiKeyService(managing) }),
      ...createTotpRoutes(auth),
      ...createUsersRoutes({
        ownAccount: createOwnAccount(managing),
        managedUsers: createManagedUsers({ ...managing, hashNewPassword }),
        cookies,
      }),
      ...createLinkRoutes({ linkService }),
      ...socialSignIn.routes,
    ],
    jobs: [...auth.jobs, keyUses.job, ...linkService.jobs, ...socialSignIn.jobs],
    stop: linkService.stop,
    authenticator: {
      verifySession: auth.verifySession,
      verifyApiKey: createKeyVerifier({ uow, clock, uses: keyUses }),
    },
  };
}
