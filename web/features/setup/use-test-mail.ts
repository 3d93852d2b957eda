import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/sdk.ts';
import { mailUpdatesFor } from './setup-answers.ts';
import type { SetupForm } from './use-setup-form.ts';

/** The server tests what is stored: the mail server is saved first, and used for nothing else yet. */
export function useTestMail({ answers, variables, showRefusal }: SetupForm) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (email: string) => {
      const body = mailUpdatesFor(answers, variables);
      if (body.length > 0) await client.configs.update({ body });
      await queryClient.invalidateQueries({ queryKey: ['setupVariables'] });
      return client.configs.testEmail({ body: { email } });
    },
    onError: showRefusal,
  });
}
