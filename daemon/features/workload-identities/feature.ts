import type { Core } from '../../app/core.ts';
import type { Repos } from '../../app/repos.ts';
import type { Authenticator } from '../../http/actor.ts';
import type { Route } from '../../http/implement.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { ConfirmPassword } from '../users/confirm-password.ts';
import { createWorkloadAccessTokens } from './access-tokens.ts';
import { createIssuers } from './issuers.ts';
import { createWorkloadIdentityRoutes } from './routes.ts';
import { createWorkloadIdentityService } from './service.ts';
import { createWorkloadSignIn } from './sign-in.ts';
import { createWorkloadVerifier } from './verify.ts';

interface Ports {
  confirmPassword: ConfirmPassword;
  mails: AccountMails<Repos>;
  outbound: Outbound;
}

export interface WorkloadIdentitiesFeature {
  routes: readonly Route[];
  verifyWorkload: Authenticator['verifyWorkload'];
}

/** Composes the sign-in of workloads, such as CI jobs, with tokens that their system signs. */
export function createWorkloadIdentitiesFeature(
  core: Core,
  { confirmPassword, mails, outbound }: Ports,
): WorkloadIdentitiesFeature {
  const { uow, clock, config } = core;
  const accessTokens = createWorkloadAccessTokens(core.secretKey);
  const issuers = createIssuers({ outbound, clock });
  return {
    routes: createWorkloadIdentityRoutes({
      workloadIdentities: createWorkloadIdentityService({
        ...core,
        confirmPassword,
        mails,
        appUrl: () => config.get('general.appUrl'),
      }),
      workloadSignIn: createWorkloadSignIn({ ...core, issuers, accessTokens }),
    }),
    verifyWorkload: createWorkloadVerifier({ uow, clock, accessTokens }),
  };
}
