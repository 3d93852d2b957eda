import Link from '@mui/material/Link';
import { Link as RouterLink, useLocation } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { useRegistration } from '../../lib/sign-in-ways.ts';

/** What else there is for whoever cannot sign in. The wish to come back to a page goes along. */
export function SignInLinks() {
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
