import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink, useLocation } from 'react-router';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { paths, providerSignInPath } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { isWayIn, useLinkedAccounts } from './use-linked-accounts.ts';

/** The way to show who is there without a password: through a provider and back to this page. */
export function FreshSignIn() {
  const accounts = useLinkedAccounts();
  if (!accounts.data) return null;
  const providers = accounts.data.filter(isWayIn).map(({ provider }) => provider);
  return <Notice>{providers.length > 0 ? <ByProvider providers={providers} /> : <WithoutProvider />}</Notice>;
}

function ByProvider({ providers }: { providers: readonly OauthProvider[] }) {
  const { t } = useTranslator();
  const { pathname } = useLocation();
  return (
    <>
      {t('web.account.confirm.text')}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5, mb: 0.5 }}>
        {providers.map((provider) => (
          <Button key={provider} href={providerSignInPath(provider, pathname)} variant="outlined">
            {t('web.account.confirm.byProvider', { provider: t(`oauth.providers.${provider}`) })}
          </Button>
        ))}
      </Box>
    </>
  );
}

/** The account was made by a provider that is switched off by now. */
function WithoutProvider() {
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
