import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { auth } from '#sdk/contract/auth.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useRefreshCurrentUser } from '../../lib/session.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { verbatim } from '../../ui/verbatim.ts';

export function AdministratorStep({ setupToken }: { setupToken: string }) {
  const translator = useTranslator();
  const { t } = translator;
  const refreshCurrentUser = useRefreshCurrentUser();
  const form = useContractForm(auth.setup.body, { setupToken, username: '', email: '', password: '' });
  const create = useMutation({
    mutationFn: async (body: z.input<typeof auth.setup.body>) => {
      await client.session.setUp(body);
      await refreshCurrentUser();
    },
    onError: (error) => void form.showServerIssues(error),
  });

  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.handleSubmit((body) => create.mutate(body))}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      {setupToken === '' && (
        <TextInput
          {...form.field('setupToken')}
          label={t('web.setup.token')}
          hint={t('web.setup.tokenHint')}
          autoComplete="off"
        />
      )}
      <TextInput
        {...form.field('username')}
        {...verbatim}
        label={t('web.setup.username')}
        autoComplete="username"
        autoFocus
      />
      <TextInput
        {...form.field('email')}
        {...verbatim}
        label={t('web.setup.email')}
        type="email"
        autoComplete="email"
      />
      <TextInput
        {...form.field('password')}
        label={t('web.setup.password')}
        hint={t('web.common.passwordRule')}
        autoComplete="new-password"
        reveal={{ show: t('web.common.showPassword'), hide: t('web.common.hidePassword') }}
      />
      {create.isError && <FormError>{describeError(translator, create.error)}</FormError>}
      <Button type="submit" variant="contained" color="primary" size="large" disabled={create.isPending}>
        {t('web.setup.createAccount')}
      </Button>
    </Box>
  );
}
