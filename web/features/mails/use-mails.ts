import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { MailState } from '#sdk/contract/mails.js';
import { client } from '../../lib/sdk.ts';

const pageSize = '50';

export function useMails(state: MailState | '', search: string) {
  return useInfiniteQuery({
    queryKey: ['mails', 'list', state, search],
    queryFn: ({ pageParam }) =>
      client.mails.list({
        query: {
          limit: pageSize,
          ...(state && { state }),
          ...(search && { search }),
          ...(pageParam && { cursor: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
