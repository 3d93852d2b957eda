import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client } from '../../lib/sdk.ts';

const refreshMilliseconds = 60_000;

/** The figures of the instance, with as many days as asked for. */
export function useOverview(days: number) {
  return useQuery({
    queryKey: ['overview', days],
    queryFn: () => client.statistics.overview({ query: { days: String(days) } }),
    // Another period moves nothing but the plots.
    placeholderData: keepPreviousData,
    refetchInterval: refreshMilliseconds,
    staleTime: 0,
  });
}

/** The version that runs and the newest one. */
export function useRelease() {
  return useQuery({ queryKey: ['release'], queryFn: () => client.system.release() });
}
