import type { Core } from '../../app/core.ts';
import type { Repos } from '../../app/repos.ts';
import type { Authenticator } from '../../http/actor.ts';
import type { Route } from '../../http/implement.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { ConfirmPassword } from '../users/confirm-password.ts';
import { createKeyUses } from './key-uses.ts';
import { createApiKeyRoutes } from './routes.ts';
import { createApiKeyService } from './service.ts';
import { createKeyVerifier } from './verify.ts';

interface Ports {
  confirmPassword: ConfirmPassword;
  jobs: JobWaker;
  mails: AccountMails<Repos>;
}

export interface ApiKeysFeature {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
  verifyApiKey: Authenticator['verifyApiKey'];
}

export function createApiKeysFeature(core: Core, ports: Ports): ApiKeysFeature {
  const { uow, clock } = core;
  const uses = createKeyUses({ uow, clock, jobs: ports.jobs });
  return {
    routes: createApiKeyRoutes({ apiKeys: createApiKeyService({ ...core, ...ports }) }),
    jobs: [uses.job],
    verifyApiKey: createKeyVerifier({ uow, clock, uses }),
  };
}
