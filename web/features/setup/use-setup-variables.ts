import { useQuery } from '@tanstack/react-query';
import { client } from '../../lib/sdk.ts';
import type { SetupVariables } from './setup-answers.ts';

const categories = ['general', 'share', 'smtp'] as const;

/** What is stored already, and what the host's environment locks. */
export function useSetupVariables() {
  return useQuery({ queryKey: ['setupVariables'], queryFn: loadVariables });
}

async function loadVariables(): Promise<SetupVariables> {
  const lists = await Promise.all(
    categories.map((category) => client.configs.listCategory({ params: { category } })),
  );
  return new Map(lists.flat().map((variable) => [variable.key, variable]));
}
