import type { AdminShare, OwnerShare } from '#sdk/contract/shares.js';
import { usePagedQuery } from '../../lib/paged-query.ts';
import { client } from '../../lib/sdk.ts';
import { type ShareFilters, toListQuery } from './share-filters.ts';

/** The own shares, or those of all users. */
export type ShareScope = 'mine' | 'all';

/** A share in the list; the list of all users' shares has owners. */
export type ListedShare = OwnerShare & Partial<Pick<AdminShare, 'owner'>>;

interface Page {
  shares: ListedShare[];
  nextCursor: string | null;
}

/** The beginning of the query keys of all lists and details. */
export const sharesKey = ['shares'] as const;
export const useShareList = (scope: ShareScope, filters: ShareFilters) =>
  usePagedQuery<Page>({
    queryKey: [...sharesKey, scope, filters],
    fetchPage(page) {
      const query = { ...toListQuery(filters), ...page };
      if (scope === 'mine') return client.shares.list({ query });
      return client.shares.listAll({ query: { ...query, ...(filters.owner && { owner: filters.owner }) } });
    },
  });
