import { useQuery } from '@tanstack/react-query';
import type { OauthStatus } from '#sdk/contract/oauth.js';
import { client } from './sdk.ts';

export const linkedAccountsKey = ['account', 'linked'] as const;

/** The providers that are or can be linked, with their accounts. */
export function useLinkedAccounts({ enabled = true } = {}) {
  return useQuery({ queryKey: linkedAccountsKey, queryFn: () => client.oauth.status(), enabled });
}

/** Whether the provider can be used to sign in now. */
export function canSignInWith({ isEnabled, account }: OauthStatus): boolean {
  return isEnabled && account !== null;
}
