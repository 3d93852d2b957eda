import type { Core } from '../../app/core.ts';
import type { Repos } from '../../app/repos.ts';
import type { Authenticator } from '../../http/actor.ts';
import { networkOf } from '../../http/client-address.ts';
import type { SessionCookies } from '../../http/cookies/session.ts';
import type { LoginCookie } from '../../http/cookies/sign-in.ts';
import type { Route } from '../../http/implement.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { Outbox } from '../../mail/outbox.ts';
import { fillIn } from '../../mail/render.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { UserPorts } from '../users/feature.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import { createAccountLinks } from './account-links.ts';
import { createAccountMails } from './account-mails.ts';
import { createActiveSessions } from './active-sessions.ts';
import { createLinkService } from './link-service.ts';
import { createReplaceSession, type ReplaceSession } from './replace-session.ts';
import { createAuthRoutes } from './routes.ts';
import { type AuthService, createAuthService } from './service.ts';
import type { SetupToken } from './tokens/setup-token.ts';
import type { DirectoryPort } from './types.ts';

interface Ports extends UserPorts {
  announceEvent: AnnounceEvent;
  cookies: SessionCookies;
  directory: DirectoryPort;
  jobs: JobWaker;
  loginCookie: LoginCookie;
  outbox: Outbox;
  setupToken: SetupToken;
}

export interface AuthFeature {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
  service: AuthService;
  mails: AccountMails<Repos>;
  replaceSession: ReplaceSession;
  verifySession: Authenticator['verifySession'];
  /** Waits for work that continues after an answer. */
  stop(): Promise<void>;
}

/** Composes sessions, the second factor, and the links that are mailed to the owner of an account. */
export function createAuthFeature(core: Core, ports: Ports): AuthFeature {
  const { config, clock } = core;
  const { cookies, directory, loginCookie, outbox, setupToken, confirmPassword, announceEvent } = ports;
  const links = createAccountLinks(core);
  const mails: AccountMails<Repos> = createAccountMails({ config, clock, links, outbox, fillIn });
  const { hashNewPassword } = core.users;
  const linkService = createLinkService({ ...core, ...ports, links, mails, hashNewPassword });
  const service = createAuthService({
    ...core,
    setupToken,
    announceEvent,
    confirmPassword,
    directory,
    mails,
    networkOf,
  });
  const replaceSession = createReplaceSession({ auth: service, cookies });
  return {
    routes: createAuthRoutes({
      auth: service,
      config,
      activeSessions: createActiveSessions(core),
      linkService,
      cookies,
      loginCookie,
      replaceSession,
    }),
    jobs: [...service.jobs, ...linkService.jobs],
    service,
    mails,
    replaceSession,
    verifySession: service.verifySession,
    stop: linkService.stop,
  };
}
