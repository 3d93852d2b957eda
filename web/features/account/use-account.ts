import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { auth } from '#sdk/contract/auth.js';
import { AppError } from '#sdk/contract/errors.js';
import type { CurrentUser, users } from '#sdk/contract/users.js';
import { client } from '../../lib/sdk.ts';
import { useRefreshCurrentUser } from '../../lib/session.tsx';

const accountKey = ['account'] as const;

/** The user's own account as the server has it now, with the address that is waiting for confirmation. */
export function useAccount() {
  return useQuery({ queryKey: accountKey, queryFn: loadAccount, staleTime: 0 });
}

export function useUpdateAccount() {
  const queryClient = useQueryClient();
  const refreshCurrentUser = useRefreshCurrentUser();
  return useMutation({
    mutationFn: (body: z.input<typeof users.updateMe.body>) => client.users.updateMe({ body }),
    onSuccess: async (account) => {
      queryClient.setQueryData(accountKey, account);
      await refreshCurrentUser();
    },
  });
}

export function useChangePassword() {
  const refreshCurrentUser = useRefreshCurrentUser();
  return useMutation({
    mutationFn: (body: z.input<typeof auth.changePassword.body>) => client.auth.changePassword({ body }),
    // Once a first password is set, the account has one.
    onSuccess: async (_nothing, { oldPassword }) => {
      if (oldPassword === undefined) await refreshCurrentUser();
    },
  });
}

async function loadAccount(): Promise<CurrentUser> {
  const account = await client.users.me();
  if (!account) throw new AppError('session_expired');
  return account;
}
