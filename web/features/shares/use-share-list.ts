import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { AdminShare, OwnerShare } from '#sdk/contract/shares.js';
import { client } from '../../lib/sdk.ts';
import { type ShareFilters, toListQuery } from './share-filters.ts';

/** One's own shares, or everybody's. */
export type ShareScope = 'mine' | 'all';

/** A share of the list; that of everybody names owners. */
export type ListedShare = OwnerShare & Partial<Pick<AdminShare, 'owner'>>;

interface Page {
  shares: ListedShare[];
  nextCursor: string | null;
}

/** All lists and details of shares start with it. */
export const sharesKey = ['shares'] as const;
const pageSize = '50';

export function useShareList(scope: ShareScope, filters: ShareFilters) {
  return useInfiniteQuery({
    queryKey: [...sharesKey, scope, filters],
    queryFn: ({ pageParam }) => fetchPage(scope, filters, pageParam),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // A share that was just created must be there.
    staleTime: 0,
  });
}

function fetchPage(scope: ShareScope, filters: ShareFilters, cursor: string): Promise<Page> {
  const query = { ...toListQuery(filters), limit: pageSize, ...(cursor && { cursor }) };
  if (scope === 'mine') return client.shares.list({ query });
  return client.shares.listAll({ query: { ...query, ...(filters.owner && { owner: filters.owner }) } });
}
