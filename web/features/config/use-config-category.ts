import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import type { ConfigKey } from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';
import { client } from '../../lib/sdk.ts';

const categoryKey = (category: string) => ['configCategory', category] as const;

export function useConfigCategory(category: string) {
  return useQuery({
    queryKey: categoryKey(category),
    queryFn: () => client.configs.listCategory({ params: { category } }),
    staleTime: 0,
    // What is being edited does not change below the hands.
    refetchOnWindowFocus: false,
  });
}

/** Saves all or nothing. The page itself obeys at once: its configuration is asked for anew. */
export function useSaveConfig(category: string) {
  const queryClient = useQueryClient();
  const applyVariables = useApplyVariables(category);
  return useMutation({
    mutationFn: (updates: { key: ConfigKey; value: string }[]) => client.configs.update({ body: updates }),
    // Without a network it is to fail at once, not to wait for one.
    networkMode: 'always',
    onSuccess: applyVariables,
    // What is refused here may come from what was changed elsewhere.
    onError: (error) =>
      error instanceof AppError && error.code === 'config_invalid'
        ? queryClient.refetchQueries({ queryKey: categoryKey(category) })
        : undefined,
  });
}

/** Shows what the server has now: the page itself too, its name, logo and rules. */
export function useApplyVariables(category: string) {
  const queryClient = useQueryClient();
  return async (variables: readonly AdminConfigVariable[]) => {
    const changed = new Map(variables.map((variable) => [variable.key, variable]));
    queryClient.setQueryData<AdminConfigVariable[]>(categoryKey(category), (before) =>
      before?.map((variable) => changed.get(variable.key) ?? variable),
    );
    await Promise.all([
      queryClient.refetchQueries({ queryKey: ['config'] }),
      // With another server a password may be forgotten too.
      queryClient.refetchQueries({ queryKey: categoryKey(category) }),
    ]);
  };
}
