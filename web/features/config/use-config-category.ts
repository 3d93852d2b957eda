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
    // Values must not change while they are edited.
    refetchOnWindowFocus: false,
  });
}

/** Saves everything or nothing. The page applies the changes immediately: it fetches its configuration again. */
export function useSaveConfig(category: string) {
  const queryClient = useQueryClient();
  const applyVariables = useApplyVariables(category);
  return useMutation({
    mutationFn: (updates: { key: ConfigKey; value: string }[]) => client.configs.update({ body: updates }),
    // Without a network it must fail immediately, not wait.
    networkMode: 'always',
    onSuccess: applyVariables,
    // The refusal may be due to changes made elsewhere.
    onError: (error) =>
      error instanceof AppError && error.code === 'config_invalid'
        ? queryClient.refetchQueries({ queryKey: categoryKey(category) })
        : undefined,
  });
}

/** Applies the server's current configuration to the whole page, including the name, the logo and the rules. */
export function useApplyVariables(category: string) {
  const queryClient = useQueryClient();
  return async (variables: readonly AdminConfigVariable[]) => {
    const changed = new Map(variables.map((variable) => [variable.key, variable]));
    queryClient.setQueryData<AdminConfigVariable[]>(categoryKey(category), (before) =>
      before?.map((variable) => changed.get(variable.key) ?? variable),
    );
    await Promise.all([
      queryClient.refetchQueries({ queryKey: ['config'] }),
      // A changed server may have removed a password, too.
      queryClient.refetchQueries({ queryKey: categoryKey(category) }),
    ]);
  };
}
