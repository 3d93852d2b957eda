import { api } from '#sdk/contract/api.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Actor } from '../../http/actor.ts';
import type { SessionCookies } from '../../http/cookies/session.ts';
import { implement, type Route } from '../../http/implement.ts';
import type { ManagedUsers } from './managed-users.ts';
import type { OwnAccount } from './own-account.ts';
import { presentCurrentUser, presentManagedUser } from './present.ts';

interface Deps {
  ownAccount: OwnAccount;
  managedUsers: ManagedUsers;
  cookies: Pick<SessionCookies, 'clear'>;
}

export function createUsersRoutes({ ownAccount, managedUsers, cookies }: Deps): Route[] {
  return [
    implement(api.users.me, async ({ actor }) => {
      const state = actor.user && (await ownAccount.find(actor.user.id));
      return state && presentCurrentUser(state, actor.accessTokenExpiresAt);
    }),

    implement(api.users.updateMe, async ({ body, actor }) =>
      presentCurrentUser(await ownAccount.update(actor, body), actor.accessTokenExpiresAt),
    ),

    implement(api.users.myUsage, ({ actor }) => ownAccount.usage(idOf(actor))),

    implement(api.users.removeMe, async ({ body, actor, ctx }) => {
      await ownAccount.remove(actor, body);
      cookies.clear(ctx);
      return undefined;
    }),

    implement(api.users.list, async ({ query }) => {
      const { users, ...page } = await managedUsers.list(query);
      return { ...page, users: users.map(presentManagedUser) };
    }),

    implement(api.users.get, async ({ params }) => presentManagedUser(await managedUsers.get(params.id))),

    implement(api.users.create, async ({ body, actor }) =>
      presentManagedUser(await managedUsers.create(body, actor)),
    ),

    implement(api.users.update, async ({ params, body, actor }) =>
      presentManagedUser(await managedUsers.update(params.id, body, actor)),
    ),

    implement(api.users.remove, ({ params, actor }) => managedUsers.remove(params.id, actor)),

    implement(api.users.invite, ({ params, actor }) => managedUsers.invite(params.id, actor)),

    implement(api.users.endSessions, async ({ params, actor }) => ({
      ended: await managedUsers.endSessions(params.id, actor),
    })),

    implement(api.users.removeTotp, ({ params, actor }) => managedUsers.removeTotp(params.id, actor)),
  ];
}

function idOf({ user }: Actor): UserId {
  if (!user) throw new Error('the endpoint needs a user');
  return user.id;
}
