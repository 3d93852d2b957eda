import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/sdk.ts';

const jobsKey = ['jobs'] as const;
const pollMilliseconds = 10_000;

export function useJobs() {
  return useQuery({
    queryKey: jobsKey,
    queryFn: () => client.jobs.list(),
    refetchInterval: pollMilliseconds,
    staleTime: 0,
  });
}

export function useRunJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.jobs.run({ params: { name } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  });
}

export function useConfirmClock() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.system.confirmClock(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  });
}
