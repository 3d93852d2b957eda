import type { Core } from '../../app/core.ts';
import type { Route } from '../../http/implement.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { SharePorts } from '../shares/feature.ts';
import { createReverseShareLinks, type ReverseShareLinkService } from './links.ts';
import { createNotifyOwner, type NotifyOwner } from './notice.ts';
import { createReverseShareRoutes } from './routes.ts';
import { createReverseShareService } from './service.ts';

interface Ports extends SharePorts {
  jobs: JobWaker;
  outbox: Outbox;
}

export interface ReverseSharesFeature {
  routes: readonly Route[];
  reverseShareLinks: ReverseShareLinkService;
  notifyOwner: NotifyOwner;
}

export function createReverseSharesFeature(core: Core, ports: Ports): ReverseSharesFeature {
  const reverseShareLinks = createReverseShareLinks({ ...core, ...ports, passwords: core.passwords });
  const reverseShares = createReverseShareService({
    ...core,
    ...ports,
    hashPassword: core.passwords.hash,
  });
  return {
    routes: createReverseShareRoutes({ ...core, reverseShares, reverseShareLinks }),
    reverseShareLinks,
    notifyOwner: createNotifyOwner({ ...core, ...ports }),
  };
}
