import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ActiveSession } from '#sdk/contract/sessions.js';
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
