import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import type { users } from '#sdk/contract/users.js';
import { paths } from '../../app/paths.ts';
import { withNotice } from '../../lib/page-notice.ts';
import { client } from '../../lib/sdk.ts';

export function useHoldings() {
  return useQuery({ queryKey: ['holdings'], queryFn: () => client.users.myHoldings(), staleTime: 0 });
}

/** Deletes the account and says goodbye on the home page, loaded anew so that nothing of it stays in memory. */
export function useDeleteAccount() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (body: z.input<typeof users.removeMe.body>) => {
      await client.users.removeMe({ body });
      await client.session.signOut();
    },
    onSuccess: async () => {
      await navigate(paths.home, { replace: true, ...withNotice('accountDeleted') });
      window.location.reload();
    },
  });
}
