import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { CallbackAddress } from './CallbackAddress.tsx';

/** Where applications are registered; any other provider has pages of its own. */
const developerPages: Readonly<Partial<Record<OauthProvider, string>>> = {
  github: 'https://github.com/settings/developers',
  google: 'https://console.cloud.google.com/apis/credentials',
  microsoft: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
  discord: 'https://discord.com/developers/applications',
};

/** What is done at the provider first: this instance is registered there, which gives the id and the secret. */
export function ProviderSetUp({ provider }: { provider: OauthProvider }) {
  const { t } = useTranslator();
  const page = developerPages[provider];
  return (
    <>
      <Box sx={{ color: 'text.secondary' }}>
        {t(`web.admin.config.setUp.${provider}`)}{' '}
        {page !== undefined && (
          <MuiLink href={page} target="_blank" rel="noreferrer">
            {t('web.admin.config.setUpAt', { provider: t(`oauth.providers.${provider}`) })}
          </MuiLink>
        )}
      </Box>
      <CallbackAddress provider={provider} />
    </>
  );
}
