import { api } from '#sdk/contract/api.js';
import { implement, type Route } from '../../http/implement.ts';
import type { LinkService } from './link-service.ts';

interface Deps {
  linkService: LinkService;
}

export function createLinkRoutes({ linkService }: Deps): Route[] {
  return [
    implement(api.auth.requestPasswordReset, async ({ params, actor }) => {
      await linkService.requestPasswordReset(params.email, actor);
      return undefined;
    }),

    implement(api.auth.resetPassword, async ({ body, actor }) => {
      await linkService.resetPassword(body, actor);
      return undefined;
    }),

    implement(api.auth.confirmEmail, async ({ body, actor }) => {
      await linkService.confirmEmail(body.token, actor);
      return undefined;
    }),
  ];
}
