import { useQuery } from '@tanstack/react-query';
import { client } from '../../lib/sdk.ts';
import { longestDays } from './periods.ts';

const refreshMilliseconds = 60_000;

/** The figures of the instance, with the days of the longest period: another one is shown at once. */
export function useOverview() {
  return useQuery({
    queryKey: ['overview'],
    queryFn: () => client.statistics.overview({ query: { days: String(longestDays) } }),
    refetchInterval: refreshMilliseconds,
    staleTime: 0,
  });
}

/** The version that runs and the newest one. */
export function useRelease() {
  return useQuery({ queryKey: ['release'], queryFn: () => client.system.release() });
}
