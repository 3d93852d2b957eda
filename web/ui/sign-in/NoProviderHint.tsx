import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';

/** The remaining options if the account comes from elsewhere, or its provider has since been turned off. */
export function NoProviderHint() {
  const { t } = useTranslator();
  const config = useConfig();
  const sendsMail = config('smtp.enabled');
  // Their passwords are not set here.
  const isManaged = config('ldap.enabled') || config('proxy.enabled');
  return (
    <>
      {isManaged && `${t('web.account.confirm.byNewSignIn')} `}
      {t(sendsMail ? 'web.account.confirm.byMail' : 'web.account.confirm.byAdministrator')}{' '}
      {sendsMail && (
        <Link component={RouterLink} to={paths.forgotPassword}>
          {t('web.account.confirm.askForLink')}
        </Link>
      )}
    </>
  );
}
