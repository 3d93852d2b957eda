import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type * as z from 'zod/mini';
import { type CurrentUser, users } from '#sdk/contract/users.js';
import { useConfig } from '../../lib/config.tsx';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useUpdateAccount } from './use-account.ts';

/** User name and e-mail address. The password is asked for once one of them is another. */
export function ProfileForm({ account }: { account: CurrentUser }) {
  const { t } = useTranslator();
  const form = useContractForm(users.updateMe.body, toValues(account), {
    password_wrong: 'password',
    username_taken: 'username',
    email_taken: 'email',
  });
  const update = useUpdateAccount();
  const problem = form.generalProblem(update.error);
  const isOther = (name: 'username' | 'email') => form.getFieldState(name, form.formState).isDirty;
  const sendsMail = useConfig()('smtp.enabled');
  const isEmailFixed = !sendsMail && !account.isAdmin;
  const emailHint = isEmailFixed
    ? t('web.account.profile.emailFixed')
    : sendsMail && isOther('email')
      ? t('web.account.profile.emailHint')
      : undefined;
  const isChanged = isOther('username') || isOther('email');

  const handleSubmit = form.handleSubmit((body) =>
    update.mutate(changesIn(body, account), {
      onSuccess: (saved) => form.reset(toValues(saved)),
      onError: form.showServerIssues,
    }),
  );

  return (
    <Box component="form" noValidate onSubmit={handleSubmit} sx={{ display: 'grid', gap: 2.5 }}>
      {update.isSuccess && !isChanged && <Notice tone="success">{t('web.account.profile.saved')}</Notice>}
      <TextInput {...form.field('username')} label={t('web.account.username')} autoComplete="username" />
      <TextInput
        {...form.field('email')}
        label={t('web.account.email')}
        hint={emailHint}
        readOnly={isEmailFixed}
        type="email"
        autoComplete="email"
      />
      {account.pendingEmail !== null && (
        <Notice>{t('web.account.profile.pending', { email: account.pendingEmail })}</Notice>
      )}
      {isChanged && (
        <PasswordInput
          {...form.field('password')}
          label={t('web.account.currentPassword')}
          hint={t('web.account.passwordWhy')}
          autoComplete="current-password"
        />
      )}
      {problem && <FormError>{problem}</FormError>}
      <Button
        type="submit"
        variant="contained"
        color="primary"
        disabled={!isChanged || update.isPending}
        sx={{ justifySelf: 'start' }}
      >
        {t('web.account.profile.submit')}
      </Button>
    </Box>
  );
}

type Changes = z.input<typeof users.updateMe.body>;

function toValues({ username, email }: CurrentUser): Changes {
  return { username, email, password: '' };
}

function changesIn({ username, email, password }: Changes, account: CurrentUser): Changes {
  return {
    ...(username !== account.username && { username }),
    ...(email !== account.email && { email }),
    password,
  };
}
