import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#sdk/contract/errors.js';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { WorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { client } from '../../lib/sdk.ts';
import { toBody, type WorkloadForm } from './workload-form.ts';

const workloadsKey = ['workloads'] as const;

export function useWorkloads() {
  return useQuery({
    queryKey: workloadsKey,
    queryFn: () => client.workloadIdentities.list(),
    staleTime: 0,
  });
}

function useWorkloadMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: workloadsKey }),
  });
}

export const useCreateWorkload = () =>
  useWorkloadMutation(async (form: WorkloadForm) => {
    const { id } = await findUser(form.user);
    return client.workloadIdentities.create({ body: toBody(form, id) });
  });

export const useDeleteWorkload = () =>
  useWorkloadMutation((id: WorkloadIdentity['id']) => client.workloadIdentities.remove({ params: { id } }));

/** Maximum characters that the API's search accepts. */
const maxSearch = 100;

/**
 * Finds the user with exactly this name or e-mail address, ignoring case.
 *
 * @throws AppError `user_not_found`
 */
async function findUser(reference: string): Promise<ManagedUser> {
  const wanted = reference.trim().toLowerCase();
  const search = wanted.slice(0, maxSearch);
  let cursor: string | null = null;
  do {
    const query = { search, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof client.users.list>> = await client.users.list({ query });
    const found = page.users.find(
      ({ username, email }) => username.toLowerCase() === wanted || email.toLowerCase() === wanted,
    );
    if (found) return found;
    cursor = page.nextCursor;
  } while (cursor !== null);
  throw new AppError('user_not_found');
}
