import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { auth } from '#sdk/contract/auth.js';
import { AppError } from '#sdk/contract/errors.js';
import { paths } from '../../app/paths.ts';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useRefreshCurrentUser } from '../../lib/session.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { SetupFrame } from './SetupFrame.tsx';
import { tokenIn } from './setup-token.ts';

/** The first step, which needs the token. Without it the page says where to find it. */
export function AdministratorStep({ setupToken }: { setupToken: string }) {
  const { t } = useTranslator();
  const [asksToken, setAsksToken] = useState(setupToken === '');
  const form = useContractForm(
    auth.setup.body,
    { setupToken, username: '', email: '', password: '' },
    { setup_token_wrong: 'setupToken', password_too_common: 'password' },
  );
  const create = useCreateAdministrator((error) => {
    // If the token of the link is wrong, it can be corrected.
    if (error instanceof AppError && error.code === 'setup_token_wrong') setAsksToken(true);
    form.showServerIssues(error);
  });
  const problem = form.generalProblem(create.error);

  return (
    <SetupFrame
      step={1}
      title="web.setup.adminTitle"
      text={setupToken === '' ? 'web.setup.tokenText' : 'web.setup.adminText'}
    >
      <PageForm
        submitLabel={t('web.setup.createAccount')}
        isDisabled={create.isPending}
        problem={problem}
        onSubmit={form.handleSubmit((body) => create.mutate(body))}
      >
        {asksToken && (
          <TextInput
            {...form.field('setupToken')}
            {...noAutocorrect}
            label={t('web.setup.token')}
            hint={t('web.setup.tokenHint')}
            autoComplete="off"
          />
        )}
        <TextInput
          {...form.field('username')}
          {...noAutocorrect}
          label={t('web.setup.username')}
          autoComplete="username"
          autoFocus={setupToken !== ''}
        />
        <TextInput
          {...form.field('email')}
          {...noAutocorrect}
          label={t('web.setup.email')}
          type="email"
          autoComplete="email"
        />
        <PasswordInput
          {...form.field('password')}
          label={t('web.setup.password')}
          hint={t('web.common.passwordRule')}
          autoComplete="new-password"
        />
      </PageForm>
    </SetupFrame>
  );
}

function useCreateAdministrator(onRefused: (error: unknown) => void) {
  const refreshCurrentUser = useRefreshCurrentUser();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (body: z.input<typeof auth.setup.body>) => {
      await client.session.setUp({ ...body, setupToken: tokenIn(body.setupToken) || body.setupToken });
      await refreshCurrentUser();
      // The token is used up: remove it from the address bar and the history.
      await navigate(paths.setup, { replace: true });
    },
    onError: async (error) => {
      onRefused(error);
      // Another user has an account now: the page says so.
      const isClaimed = error instanceof AppError && error.code === 'setup_already_done';
      if (isClaimed) await queryClient.invalidateQueries({ queryKey: ['setupStatus'] });
    },
  });
}
