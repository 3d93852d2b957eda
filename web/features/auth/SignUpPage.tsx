import { mdiAccountCancelOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Navigate, Link as RouterLink, useLocation, useSearchParams } from 'react-router';
import { paths, returnPath } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { useRegistration } from '../../lib/sign-in-ways.ts';
import { StatusPage } from '../../ui/StatusPage.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { ProviderLinks } from './ProviderLinks.tsx';
import { SignUpForm } from './SignUpForm.tsx';

export function SignUpPage() {
  const { t } = useTranslator();
  const name = useConfig()('general.appName');
  const registration = useRegistration();
  const isSignedIn = useCurrentUser() !== null;
  const [searchParams] = useSearchParams();
  const { search } = useLocation();

  // Also the way on afterwards.
  if (isSignedIn) return <Navigate to={returnPath(searchParams)} replace />;
  if (!registration) return <NoNewAccounts />;
  const { hasForm, providers } = registration;
  return (
    <AuthFrame
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
    </AuthFrame>
  );
}

function NoNewAccounts() {
  const { t } = useTranslator();
  return (
    <StatusPage
      icon={mdiAccountCancelOutline}
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
