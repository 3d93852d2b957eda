import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ActiveSession } from '#sdk/contract/sessions.js';
import { sessionsKey } from '../../lib/own-sessions.ts';
import { client } from '../../lib/sdk.ts';

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
