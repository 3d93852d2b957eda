import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UpdateShare } from '#sdk/contract/share-inputs.js';
import { client } from '../../lib/sdk.ts';
import { sharesKey } from './use-share-list.ts';

const detailsKey = (id: string) => [...sharesKey, 'details', id] as const;
const filesPageSize = '500';

/** Everything the owner sees of a share. */
export function useShareDetails(id: string) {
  return useQuery({
    queryKey: detailsKey(id),
    queryFn: () => client.shares.getOwned({ params: { id } }),
    staleTime: 0,
  });
}

/** Its files, by path; further pages come as they are scrolled to. */
export function useOwnedFiles(id: string) {
  return useInfiniteQuery({
    queryKey: [...detailsKey(id), 'files'],
    queryFn: ({ pageParam }) =>
      client.files.listOwned({
        params: { id },
        query: { limit: filesPageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

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

/** Asks for everything about shares again. */
export function useRefreshShares(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: sharesKey });
}
