import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { OauthProvider, oauth } from '#sdk/contract/oauth.js';
import { paths } from '../../app/paths.ts';
import { keepReturnPath } from '../../lib/kept-return-path.ts';
import { linkedAccountsKey } from '../../lib/linked-accounts.ts';
import { client } from '../../lib/sdk.ts';

/** Leaves for the provider, which sends the browser back to the linked accounts. */
export function useLinkAccount(provider: OauthProvider) {
  return useMutation({
    mutationFn: (body: z.input<typeof oauth.link.body>) => client.oauth.link({ params: { provider }, body }),
    onSuccess: ({ url }) => {
      keepReturnPath(paths.accountSocial);
      window.location.assign(url);
    },
  });
}

export function useUnlinkAccount(provider: OauthProvider) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof oauth.unlink.body>) =>
      client.oauth.unlink({ params: { provider }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: linkedAccountsKey }),
  });
}
