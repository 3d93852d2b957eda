import { useQuery } from '@tanstack/react-query';
import { client } from '../../lib/sdk.ts';

/** What the landing page of administrators says at a glance; what is not known yet is left out. */
export function useAdminFacts() {
  const users = useQuery({
    queryKey: ['users', 'total'],
    queryFn: () => client.users.list({ query: { limit: '1' } }),
    staleTime: 0,
  });
  const jobs = useQuery({ queryKey: ['jobs'], queryFn: () => client.jobs.list(), staleTime: 0 });
  const givenUp = useQuery({
    queryKey: ['mails', 'givenUp'],
    queryFn: () => client.mails.list({ query: { state: 'failed', limit: '1' } }),
    staleTime: 0,
  });
  const health = useQuery({ queryKey: ['health'], queryFn: () => client.system.health() });
  return {
    users: users.data?.total,
    /** Jobs that failed or hold something back */
    troubledJobs: jobs.data?.jobs.filter(({ hasFailed, notice }) => hasFailed || notice !== null).length ?? 0,
    hasGivenUpMails: (givenUp.data?.mails.length ?? 0) > 0,
    version: health.data?.version,
  };
}
