import { api } from '#sdk/contract/api.js';
import { allowsReverseShares } from '#sdk/contract/config/policies.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Actor } from '../../http/actor.ts';
import { implement, type Route } from '../../http/implement.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ReverseShareLinkService } from './links.ts';
import { presentInvitation, presentReverseShare } from './present.ts';
import type { Owner, ReverseShareService } from './service.ts';
import type { OwnReverseShare } from './types.ts';

interface Deps {
  reverseShares: ReverseShareService;
  reverseShareLinks: ReverseShareLinkService;
  config: ConfigReader;
  clock: Clock;
}

export function createReverseShareRoutes({ reverseShares, reverseShareLinks, config, clock }: Deps): Route[] {
  const present = ({ user }: Owner, own: OwnReverseShare) => {
    const isAllowed = allowsReverseShares(user, config.get);
    return presentReverseShare(own, { appUrl: config.get('general.appUrl'), now: clock.now(), isAllowed });
  };

  return [
    implement(api.reverseShares.create, async ({ body, actor }) => {
      const owner = ownerOf(actor);
      return present(owner, await reverseShares.create(body, owner));
    }),

    implement(api.reverseShares.list, async ({ query, actor }) => {
      const owner = ownerOf(actor);
      const page = await reverseShares.list(owner.user.id, query);
      return {
        reverseShares: page.reverseShares.map((own) => present(owner, own)),
        nextCursor: page.nextCursor,
      };
    }),

    implement(api.reverseShares.get, async ({ params, actor }) => {
      const owner = ownerOf(actor);
      return present(owner, await reverseShares.get(owner.user.id, params.id));
    }),

    implement(api.reverseShares.update, async ({ params, body, actor }) => {
      const owner = ownerOf(actor);
      return present(owner, await reverseShares.update(params.id, body, owner));
    }),

    implement(api.reverseShares.remove, async ({ params, actor }) =>
      reverseShares.remove(params.id, ownerOf(actor)),
    ),

    implement(api.reverseShares.invitation, async ({ params, actor }) =>
      presentInvitation(await reverseShareLinks.findInvitation(params.token, actor), {
        maxSize: config.get('share.maxSize'),
      }),
    ),
  ];
}

function ownerOf(actor: Actor): Owner {
  const { user } = actor;
  if (!user) throw new Error('the endpoint needs a user');
  return { ...actor, user };
}
