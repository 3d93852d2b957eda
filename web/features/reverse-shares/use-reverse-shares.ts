import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateReverseShare, ReverseShare, UpdateReverseShare } from '#sdk/contract/reverse-shares.js';
import { usePagedQuery } from '../../lib/paged-query.ts';
import { client } from '../../lib/sdk.ts';

const reverseSharesKey = ['reverseShares'] as const;

export const useReverseShares = (search: string) =>
  usePagedQuery({
    queryKey: [...reverseSharesKey, 'list', search],
    fetchPage: (page) => client.reverseShares.list({ query: { ...page, ...(search && { search }) } }),
  });

export function useReverseShare(id: string) {
  return useQuery({
    queryKey: [...reverseSharesKey, 'one', id],
    queryFn: () => client.reverseShares.get({ params: { id } }),
    staleTime: 0,
  });
}

/** The shares that were sent through a reverse share, newest first. */
export const useReceivedShares = (reverseShare: string) =>
  usePagedQuery({
    queryKey: [...reverseSharesKey, 'received', reverseShare],
    fetchPage: (page) => client.shares.list({ query: { ...page, reverseShare } }),
  });

export const useCreateReverseShare = () =>
  useChange((body: CreateReverseShare) => client.reverseShares.create({ body }));

export const useUpdateReverseShare = (id: ReverseShare['id']) =>
  useChange((body: UpdateReverseShare) => client.reverseShares.update({ params: { id }, body }));

export const useRemoveReverseShare = () =>
  useChange((id: ReverseShare['id']) => client.reverseShares.remove({ params: { id } }));

export const useRemoveReceivedShare = () =>
  useChange((id: string) => client.shares.remove({ params: { id } }));

/** After every change, even a failed one, everything is fetched again. */
function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: reverseSharesKey }),
  });
}
