import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreateUser, ManagedUser, UpdateUser } from '#sdk/contract/users.js';
import { usePagedQuery } from '../../lib/paged-query.ts';
import { client } from '../../lib/sdk.ts';

const usersKey = ['users'] as const;

export const useUsers = (search: string) =>
  usePagedQuery({
    queryKey: [...usersKey, 'list', search],
    fetchPage: (page) => client.users.list({ query: { ...page, ...(search && { search }) } }),
  });

export const useCreateUser = () => useChange((body: CreateUser) => client.users.create({ body }));

export const useUpdateUser = (id: ManagedUser['id']) =>
  useChange((body: UpdateUser) => client.users.update({ params: { id }, body }));

/** The actions of a row's menu. */
export type UserAction = 'invite' | 'endSessions' | 'removeTotp' | 'remove';

export const useUserAction = () =>
  useChange(async ({ action, id }: { action: UserAction; id: ManagedUser['id'] }) => {
    await client.users[action]({ params: { id } });
  });

/** After every change, even a failed one, the list is fetched again. */
function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: usersKey }),
  });
}
