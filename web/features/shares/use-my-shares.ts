import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/sdk.ts';

const mySharesKey = ['myShares'] as const;
const pageSize = '50';

export function useMyShares(search: string) {
  return useInfiniteQuery({
    queryKey: [...mySharesKey, search],
    queryFn: ({ pageParam }) =>
      client.shares.list({
        query: { limit: pageSize, ...(pageParam && { cursor: pageParam }), ...(search && { search }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // A share that was just created must be there.
    staleTime: 0,
  });
}

export function useRemoveShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.shares.remove({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mySharesKey }),
  });
}
