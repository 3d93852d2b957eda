import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#sdk/contract/errors.js';
import { client } from '../../lib/sdk.ts';
import { forgetAnswers } from './kept-answers.ts';
import { updatesFor } from './setup-answers.ts';
import type { SetupForm } from './use-setup-form.ts';

/** Stores the answers, opens the instance and shows the page as it is configured now. */
export function useFinishSetup({ answers, variables, showRefusal }: SetupForm) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // What was answered in another browser is not to be overwritten.
      const { finished } = await client.auth.setupStatus();
      if (finished) throw new AppError('setup_already_done');
      const body = updatesFor(answers, variables);
      if (body.length > 0) await client.configs.update({ body });
      await client.configs.finishSetup();
    },
    onError: showRefusal,
    onSuccess: async () => {
      forgetAnswers();
      queryClient.setQueryData(['setupStatus'], { adminExists: true, finished: true });
      await queryClient.refetchQueries({ queryKey: ['config'] });
    },
  });
}

export function isFinishedElsewhere(error: unknown): boolean {
  return error instanceof AppError && error.code === 'setup_already_done';
}
