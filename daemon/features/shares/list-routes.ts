import { api } from '#sdk/contract/api.js';
import { implement, type Route } from '../../http/implement.ts';
import type { ShareList } from './list.ts';
import type { OwnerView } from './owner-view.ts';

interface Deps {
  shareList: ShareList;
  ownerView: OwnerView;
}

export function createShareListRoutes({ shareList, ownerView }: Deps): Route[] {
  return [
    implement(api.shares.list, async ({ query, actor }) => {
      if (!actor.user) throw new Error('the endpoint needs a user');
      const { shares, nextCursor } = await shareList.listOwn(actor.user.id, query);
      return { shares: await ownerView.all(shares), nextCursor };
    }),

    implement(api.shares.listAll, async ({ query }) => {
      const { shares, nextCursor } = await shareList.listAll(query);
      return { shares: await ownerView.withOwners(shares), nextCursor };
    }),
  ];
}
