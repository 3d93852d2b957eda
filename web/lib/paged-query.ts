import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

interface Page {
  nextCursor: string | null;
}

interface PagedQuery<P extends Page> {
  queryKey: QueryKey;
  fetchPage(page: { limit: string; cursor?: string }): Promise<P>;
  /** Entries of a page */
  limit?: string;
}

/**
 * A list that the server sends page by page. While a new search is loading, the old results stay; data is always
 * fetched again, because entries may have been created since.
 */
export function usePagedQuery<P extends Page>({ queryKey, fetchPage, limit = '50' }: PagedQuery<P>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage({ limit, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
