import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/sdk.ts';

export interface InstanceAnswers {
  appName: string;
  appUrl: string;
}

export interface AccessAnswers {
  allowRegistration: boolean;
  allowUnauthenticatedShares: boolean;
}

/** Stores the answers, opens the instance and shows the page as it is configured now. */
export function useFinishSetup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (answers: InstanceAnswers & AccessAnswers) => {
      await saveAnswers(answers);
      await client.configs.finishSetup();
    },
    onSuccess: async () => {
      queryClient.setQueryData(['setupStatus'], { adminExists: true, finished: true });
      await queryClient.refetchQueries({ queryKey: ['config'] });
    },
  });
}

async function saveAnswers(answers: InstanceAnswers & AccessAnswers): Promise<void> {
  const locked = await listLockedKeys();
  const updates = [
    { key: 'general.appName', value: answers.appName },
    { key: 'general.appUrl', value: answers.appUrl },
    { key: 'share.allowRegistration', value: String(answers.allowRegistration) },
    { key: 'share.allowUnauthenticatedShares', value: String(answers.allowUnauthenticatedShares) },
    // What the host's environment sets holds, whatever is answered here.
  ].filter(({ key }) => !locked.has(key));
  if (updates.length > 0) await client.configs.update({ body: updates });
}

async function listLockedKeys(): Promise<Set<string>> {
  const categories = await Promise.all(
    ['general', 'share'].map((category) => client.configs.listCategory({ params: { category } })),
  );
  const locked = categories.flat().filter((variable) => variable.lockedBy !== null);
  return new Set(locked.map((variable) => variable.key));
}
