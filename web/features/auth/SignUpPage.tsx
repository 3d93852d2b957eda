import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useMutation } from '@tanstack/react-query';
import { UserPlus as userPlusIcon, UserX as userXIcon } from 'lucide';
import { Navigate, Link as RouterLink, useLocation, useSearchParams } from 'react-router';
import type * as z from 'zod/mini';
import { auth } from '#sdk/contract/auth.js';
import { paths, returnPath } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser, useRefreshCurrentUser } from '../../lib/session.tsx';
import { useRegistration } from '../../lib/sign-in-ways.ts';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { FormPage } from '../../ui/layout/FormPage.tsx';
import { ProviderLinks } from './ProviderLinks.tsx';

export function SignUpPage() {
  const { t } = useTranslator();
  const name = useConfig()('general.appName');
  const registration = useRegistration();
  const isSignedIn = useCurrentUser() !== null;
  const [searchParams] = useSearchParams();
  const { search } = useLocation();

  // Also after a successful sign-up.
  if (isSignedIn) return <Navigate to={returnPath(searchParams)} replace />;
  if (!registration) return <NoNewAccounts />;
  const { hasForm, providers } = registration;
  return (
    <FormPage
      icon={userPlusIcon}
      title={t('web.signUp.title')}
      text={t(hasForm ? 'web.signUp.text' : 'web.signUp.providersText', { name })}
      links={
        <Link component={RouterLink} to={paths.signIn + search}>
          {t('web.signUp.signIn')}
        </Link>
      }
    >
      {hasForm && <SignUpForm />}
      <ProviderLinks providers={providers} isAlternative={hasForm} />
    </FormPage>
  );
}

function NoNewAccounts() {
  const { t } = useTranslator();
  return (
    <StatusPage
      icon={userXIcon}
      title={t('web.signUp.closedTitle')}
      actions={
        <Button component={RouterLink} to={paths.signIn} variant="contained" color="primary">
          {t('web.nav.signIn')}
        </Button>
      }
    >
      <p>{t('errors.registration_disabled')}</p>
    </StatusPage>
  );
}

const empty = { username: '', email: '', password: '' };

function SignUpForm() {
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
    <PageForm
      submitLabel={t(signUp.isPending ? 'web.signUp.pending' : 'web.signUp.submit')}
      isDisabled={signUp.isPending}
      problem={problem}
      onSubmit={form.handleSubmit((body) => signUp.mutate(body))}
    >
      <TextInput
        {...form.field('username')}
        label={t('web.account.username')}
        hint={t('web.signUp.usernameHint')}
        autoComplete="username"
        {...noAutocorrect}
        autoFocus
      />
      <TextInput
        {...form.field('email')}
        {...noAutocorrect}
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
    </PageForm>
  );
}
