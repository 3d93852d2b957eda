import { useQuery } from '@tanstack/react-query';
import { freshSignInMinutes } from '#sdk/contract/sessions.js';
import { client } from './sdk.ts';
import { useCurrentUser } from './session.tsx';

export const sessionsKey = ['account', 'sessions'] as const;

export function useSessions({ enabled = true } = {}) {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: () => client.sessions.list(),
    staleTime: 0,
    enabled,
  });
}

/** Whether the account has no password and the last sign-in is too long ago to confirm the identity. */
export function useIsSessionOld(): boolean {
  const enabled = !(useCurrentUser()?.hasPassword ?? true);
  const current = useSessions({ enabled }).data?.find(({ isCurrent }) => isCurrent);
  return (
    enabled &&
    current !== undefined &&
    Date.now() - Date.parse(current.createdAt) > freshSignInMinutes * 60_000
  );
}
