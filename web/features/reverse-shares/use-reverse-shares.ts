import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CreateReverseShare, ReverseShare, UpdateReverseShare } from '#sdk/contract/reverse-shares.js';
import { client } from '../../lib/sdk.ts';

const reverseSharesKey = ['reverseShares'] as const;
const pageSize = '50';

export function useReverseShares(search: string) {
  return useInfiniteQuery({
    queryKey: [...reverseSharesKey, 'list', search],
    queryFn: ({ pageParam }) =>
      client.reverseShares.list({
        query: { limit: pageSize, ...(pageParam && { cursor: pageParam }), ...(search && { search }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // What has come in since must be counted.
    staleTime: 0,
  });
}

export function useReverseShare(id: string) {
  return useQuery({
    queryKey: [...reverseSharesKey, 'one', id],
    queryFn: () => client.reverseShares.get({ params: { id } }),
    staleTime: 0,
  });
}

/** The shares that came in by a reverse share, newest first. */
export function useReceivedShares(reverseShareId: string) {
  return useInfiniteQuery({
    queryKey: [...reverseSharesKey, 'received', reverseShareId],
    queryFn: ({ pageParam }) =>
      client.shares.list({
        query: { reverseShare: reverseShareId, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

export const useCreateReverseShare = () =>
  useChange((body: CreateReverseShare) => client.reverseShares.create({ body }));

export const useUpdateReverseShare = (id: ReverseShare['id']) =>
  useChange((body: UpdateReverseShare) => client.reverseShares.update({ params: { id }, body }));

export const useRemoveReverseShare = () =>
  useChange((id: ReverseShare['id']) => client.reverseShares.remove({ params: { id } }));

export const useRemoveReceivedShare = () =>
  useChange((id: string) => client.shares.remove({ params: { id } }));

/** After every change, failed ones too, everything is asked for again. */
function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: reverseSharesKey }),
  });
}
