import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { OauthProvider, OauthStatus, oauth } from '#sdk/contract/oauth.js';
import { client } from '../../lib/sdk.ts';

const linkedAccountsKey = ['account', 'linked'] as const;

/** The providers that can be linked or are, with the accounts there. */
export function useLinkedAccounts() {
  return useQuery({ queryKey: linkedAccountsKey, queryFn: () => client.oauth.status() });
}

/** Whether one can sign in by it now. */
export function isWayIn({ isEnabled, account }: OauthStatus): boolean {
  return isEnabled && account !== null;
}

/** Leaves for the provider, which sends the browser back to the linked accounts. */
export function useLinkAccount(provider: OauthProvider) {
  return useMutation({
    mutationFn: (body: z.input<typeof oauth.link.body>) => client.oauth.link({ params: { provider }, body }),
    onSuccess: ({ url }) => window.location.assign(url),
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
