import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { paginate } from '#sdk/browser.js';
import { AppError } from '#sdk/contract/errors.js';
import { findUsersNamed } from '#sdk/contract/users/find-user.js';
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

/**
 * Finds the user with exactly this name or e-mail address, ignoring case; it never guesses.
 *
 * @throws AppError `user_not_found`
 */
async function findUser(reference: string): Promise<ManagedUser> {
  const [only, ...others] = await findUsersNamed(reference, (search) =>
    paginate('users', (page) => client.users.list({ query: { search, ...page } })),
  );
  if (!only || others.length > 0) throw new AppError('user_not_found');
  return only;
}
