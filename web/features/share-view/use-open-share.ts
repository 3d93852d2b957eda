import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/sdk.ts';
import { isClosedReason, type ShareView, shareKey } from './share-queries.ts';

/** Uses up a view, with the password if the share has one. */
export function useOpenShare(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (password?: string): Promise<ShareView> => {
      const { share } = await client.openShare(id, { password });
      return { kind: 'open', share };
    },
    onSuccess: (view) => queryClient.setQueryData(shareKey(id), view),
    onError: (error) => {
      // The share has since been removed or has reached its view limit.
      if (isClosedReason(error)) queryClient.setQueryData(shareKey(id), { kind: 'closed', reason: error });
    },
  });
}
