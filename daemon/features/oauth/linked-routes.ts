import { api } from '#sdk/contract/api.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Actor } from '../../http/actor.ts';
import { implement, type Route } from '../../http/implement.ts';
import type { LinkedAccounts } from './linked-accounts.ts';
import { presentLinkedProvider } from './present.ts';

interface Deps {
  linkedAccounts: LinkedAccounts;
}

export function createLinkedRoutes({ linkedAccounts }: Deps): Route[] {
  return [
    implement(api.oauth.status, async ({ actor }) => {
      const linked = await linkedAccounts.list(idOf(actor));
      return linked.map(presentLinkedProvider);
    }),

    implement(api.oauth.unlink, ({ params, body, actor }) =>
      linkedAccounts.unlink({ ...params, ...body }, actor),
    ),
  ];
}

function idOf({ user }: Actor): UserId {
  if (!user) throw new Error('the endpoint needs a user');
  return user.id;
}
