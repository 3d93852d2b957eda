import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';

/** The remaining option if the account was created with a provider that has since been turned off. */
export function NoProviderHint() {
  const { t } = useTranslator();
  const sendsMail = useConfig()('smtp.enabled');
  return (
    <>
      {t(sendsMail ? 'web.account.confirm.byMail' : 'web.account.confirm.byAdministrator')}{' '}
      {sendsMail && (
        <Link component={RouterLink} to={paths.forgotPassword}>
          {t('web.account.confirm.askForLink')}
        </Link>
      )}
    </>
  );
}
