import { api } from '#sdk/contract/api.js';
import { implement, type Route } from '../../http/implement.ts';
import { presentUser } from './present.ts';
import type { UserService } from './service.ts';

interface Deps {
  users: UserService;
}

export function createUsersRoutes({ users }: Deps): Route[] {
  return [
    implement(api.users.me, async ({ actor }) => {
      const user = actor.user && (await users.findById(actor.user.id));
      if (!user) return null;
      const { accessTokenExpiresAt: end } = actor;
      return {
        ...presentUser(user),
        pendingEmail: null,
        accessTokenExpiresAt: end === null ? null : new Date(end).toISOString(),
      };
    }),
  ];
}
