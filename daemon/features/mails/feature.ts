import type { Core } from '../../app/core.ts';
import type { Route } from '../../http/implement.ts';
import { createMailRoutes } from './routes.ts';
import { createMailService } from './service.ts';

export function createMailsFeature(core: Core): { routes: readonly Route[] } {
  return { routes: createMailRoutes({ mails: createMailService(core) }) };
}
