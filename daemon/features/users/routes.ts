import { api } from '#sdk/contract/api.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Actor } from '../../http/actor.ts';
import type { SessionCookies } from '../../http/cookies/session.ts';
import { implement, type Route } from '../../http/implement.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ManagedUsers, UserWithUsage } from './managed-users.ts';
import type { OwnAccount, OwnAccountState } from './own-account.ts';
import { presentAdminsWithoutTotp, presentCurrentUser, presentManagedUser } from './present.ts';

interface Deps {
  config: ConfigReader;
  ownAccount: OwnAccount;
  managedUsers: ManagedUsers;
  cookies: Pick<SessionCookies, 'clear'>;
}

export function createUsersRoutes({ config, ownAccount, managedUsers, cookies }: Deps): Route[] {
  const presentMe = (state: OwnAccountState, { accessTokenExpiresAt }: Actor) =>
    presentCurrentUser(state, accessTokenExpiresAt, config);
  const presentManaged = (user: UserWithUsage) => presentManagedUser(user, config);

  return [
    implement(api.users.me, async ({ actor }) => {
      const state = actor.user && (await ownAccount.find(actor.user.id));
      return state && presentMe(state, actor);
    }),

    implement(api.users.updateMe, async ({ body, actor }) =>
      presentMe(await ownAccount.update(actor, body), actor),
    ),

    implement(api.users.myUsage, ({ actor }) => ownAccount.usage(idOf(actor))),

    implement(api.users.removeMe, async ({ body, actor, ctx }) => {
      await ownAccount.remove(actor, body);
      cookies.clear(ctx);
      return undefined;
    }),

    implement(api.users.list, async ({ query }) => {
      const { users, ...page } = await managedUsers.list(query);
      return { ...page, users: users.map(presentManaged) };
    }),

    implement(api.users.adminsWithoutTotp, async ({ actor }) =>
      presentAdminsWithoutTotp(await managedUsers.listAdmins(), actor, config),
    ),

    implement(api.users.get, async ({ params }) => presentManaged(await managedUsers.get(params.id))),

    implement(api.users.create, async ({ body, actor }) =>
      presentManaged(await managedUsers.create(body, actor)),
    ),

    implement(api.users.update, async ({ params, body, actor }) =>
      presentManaged(await managedUsers.update(params.id, body, actor)),
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
