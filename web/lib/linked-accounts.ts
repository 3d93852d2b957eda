import { useQuery } from '@tanstack/react-query';
import type { OauthStatus } from '#sdk/contract/oauth.js';
import { client } from './sdk.ts';

export const linkedAccountsKey = ['account', 'linked'] as const;

/** The providers that can be linked or are, with the accounts there. */
export function useLinkedAccounts({ enabled = true } = {}) {
  return useQuery({ queryKey: linkedAccountsKey, queryFn: () => client.oauth.status(), enabled });
}

/** Whether one can sign in by it now. */
export function canSignInWith({ isEnabled, account }: OauthStatus): boolean {
  return isEnabled && account !== null;
}
