import Link from '@mui/material/Link';
import { useMutation } from '@tanstack/react-query';
import { LogIn as signInIcon } from 'lucide';
import type { FormEvent } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import type { LoginChallenge } from '#sdk/contract/auth.js';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useRefreshCurrentUser } from '../../lib/session.tsx';
import { useRegistration, useSignInProviders } from '../../lib/sign-in-ways.ts';
import { PageNotice } from '../../ui/feedback/PageNotice.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { FormPage } from '../../ui/layout/FormPage.tsx';
import { ProviderLinks } from './ProviderLinks.tsx';
import { SignInProblem } from './SignInProblem.tsx';

interface Props {
  /** Filled in after a step back */
  identifier: string;
  /** The reason why the code step went back */
  refusal: unknown;
  onChallenge(challenge: LoginChallenge, identifier: string): void;
}

export function PasswordStep({ identifier, refusal, onChallenge }: Props) {
  const { t } = useTranslator();
  const appName = useConfig()('general.appName');
  const providers = useSignInProviders();
  const refreshCurrentUser = useRefreshCurrentUser();
  const signIn = useMutation({
    mutationFn: async (form: FormData) => {
      const credentials = { identifier: text(form, 'identifier'), password: text(form, 'password') };
      const outcome = await client.session.signIn(credentials);
      if (outcome.status === 'totpRequired') onChallenge(outcome, credentials.identifier);
      else await refreshCurrentUser();
    },
  });
  const problem = signIn.error ?? (signIn.isIdle ? refusal : null);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate(new FormData(event.currentTarget));
  };

  return (
    <FormPage
      icon={signInIcon}
      title={t('web.signIn.title')}
      text={t('web.signIn.text', { name: appName })}
      links={<SignInLinks />}
    >
      <PageNotice />
      <PageForm
        submitLabel={t(signIn.isPending ? 'web.signIn.pending' : 'web.signIn.submit')}
        isDisabled={signIn.isPending}
        problem={problem !== null && <SignInProblem key={signIn.submittedAt} error={problem} />}
        onSubmit={handleSubmit}
        noValidate={false}
      >
        <TextInput
          label={t('web.signIn.identifier')}
          name="identifier"
          {...noAutocorrect}
          autoComplete="username"
          defaultValue={identifier}
          required
          autoFocus={identifier === ''}
        />
        <PasswordInput
          label={t('web.signIn.password')}
          name="password"
          autoComplete="current-password"
          required
          autoFocus={identifier !== ''}
        />
      </PageForm>
      <ProviderLinks providers={providers} isAlternative />
    </FormPage>
  );
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Links for people who cannot sign in. They keep the page to return to. */
function SignInLinks() {
  const { t } = useTranslator();
  const config = useConfig();
  const hasRegistration = useRegistration() !== null;
  const { search } = useLocation();
  return (
    <>
      {config('smtp.enabled') ? (
        <Link component={RouterLink} to={paths.forgotPassword}>
          {t('web.signIn.forgot')}
        </Link>
      ) : (
        <span>{t('web.signIn.forgotWithoutMail')}</span>
      )}
      {hasRegistration && (
        <Link component={RouterLink} to={paths.signUp + search}>
          {t('web.signIn.signUp')}
        </Link>
      )}
    </>
  );
}
