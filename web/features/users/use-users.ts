import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreateUser, ManagedUser, UpdateUser } from '#sdk/contract/users.js';
import { client } from '../../lib/sdk.ts';

const usersKey = ['users'] as const;
const pageSize = '50';

export function useUsers(search: string) {
  return useInfiniteQuery({
    queryKey: [...usersKey, 'list', search],
    queryFn: ({ pageParam }) =>
      client.users.list({
        query: { limit: pageSize, ...(pageParam && { cursor: pageParam }), ...(search && { search }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export const useCreateUser = () => useChange((body: CreateUser) => client.users.create({ body }));

export const useUpdateUser = (id: ManagedUser['id']) =>
  useChange((body: UpdateUser) => client.users.update({ params: { id }, body }));

/** What the menu of a row does. */
export type UserAction = 'invite' | 'endSessions' | 'removeTotp' | 'remove';

export const useUserAction = () =>
  useChange(async ({ action, id }: { action: UserAction; id: ManagedUser['id'] }) => {
    await client.users[action]({ params: { id } });
  });

/** After every change, failed ones too, the list is asked for again. */
function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: usersKey }),
  });
}
