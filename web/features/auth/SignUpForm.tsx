import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { auth } from '#sdk/contract/auth.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useRefreshCurrentUser } from '../../lib/session.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { verbatim } from '../../ui/verbatim.ts';

const empty = { username: '', email: '', password: '' };

export function SignUpForm() {
  const { t } = useTranslator();
  const refreshCurrentUser = useRefreshCurrentUser();
  const form = useContractForm(auth.signUp.body, empty, {
    username_taken: 'username',
    email_taken: 'email',
    password_too_common: 'password',
  });
  const signUp = useMutation({
    mutationFn: async ({ username, email, password }: z.input<typeof auth.signUp.body>) => {
      await client.session.signUp({ username, email, password });
      await refreshCurrentUser();
    },
    onError: (error) => void form.showServerIssues(error),
  });
  const problem = form.generalProblem(signUp.error);

  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.handleSubmit((body) => signUp.mutate(body))}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      <TextInput
        {...form.field('username')}
        label={t('web.account.username')}
        hint={t('web.signUp.usernameHint')}
        autoComplete="username"
        {...verbatim}
        autoFocus
      />
      <TextInput
        {...form.field('email')}
        {...verbatim}
        label={t('web.account.email')}
        type="email"
        autoComplete="email"
      />
      <PasswordInput
        {...form.field('password')}
        label={t('web.signIn.password')}
        hint={t('web.common.passwordRule')}
        autoComplete="new-password"
      />
      {problem && <FormError>{problem}</FormError>}
      <Button type="submit" variant="contained" color="primary" size="large" disabled={signUp.isPending}>
        {t(signUp.isPending ? 'web.signUp.pending' : 'web.signUp.submit')}
      </Button>
    </Box>
  );
}
