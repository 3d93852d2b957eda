import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UpdateShare } from '#sdk/contract/shares/inputs.js';
import { usePagedQuery } from '../../lib/paged-query.ts';
import { client } from '../../lib/sdk.ts';
import { sharesKey } from './use-share-list.ts';

const detailsKey = (id: string) => [...sharesKey, 'details', id] as const;

/** Everything the owner sees of a share. */
export function useShareDetails(id: string) {
  return useQuery({
    queryKey: detailsKey(id),
    queryFn: () => client.shares.getOwned({ params: { id } }),
    staleTime: 0,
  });
}

/** Its files, by path; further pages are loaded when the list is scrolled to them. */
export const useOwnedFiles = (id: string) =>
  usePagedQuery({
    queryKey: [...detailsKey(id), 'files'],
    fetchPage: (page) => client.files.listOwned({ params: { id }, query: page }),
    limit: '500',
  });

export function useUpdateShare(id: string) {
  const refresh = useRefreshShares();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateShare) => client.shares.update({ params: { id }, body }),
    onSuccess: (share) => queryClient.setQueryData(detailsKey(id), share),
    onSettled: refresh,
  });
}

export function useRemoveFile(id: string) {
  const refresh = useRefreshShares();
  return useMutation({
    mutationFn: (fileId: string) => client.files.remove({ params: { id, fileId } }),
    onSettled: refresh,
  });
}

/** Fetches everything about shares again. */
export function useRefreshShares(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: sharesKey });
}
