import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ActiveSession, freshSignInMinutes } from '#sdk/contract/sessions.js';
import { client } from '../../lib/sdk.ts';

const sessionsKey = ['account', 'sessions'] as const;

export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: () => client.sessions.list(), staleTime: 0 });
}

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: ActiveSession['id']) => client.sessions.end({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.sessions.endOthers(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Whether this browser signed in too long ago for an account without a password to be taken at its word. */
export function useIsSessionOld(): boolean {
  const current = useSessions().data?.find(({ isCurrent }) => isCurrent);
  return current !== undefined && Date.now() - Date.parse(current.createdAt) > freshSignInMinutes * 60_000;
}
