import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { mailTemplates } from '#sdk/contract/config/api.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { oauthProviders } from '#sdk/contract/oauth-providers.js';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { CopyField } from '../../ui/links/CopyField.tsx';
import { ConfigField } from './ConfigField.tsx';
import type { ConfigSection as Section } from './config-sections.ts';
import { MailPreview } from './MailPreview.tsx';
import type { ConfigForm } from './use-config-form.ts';

/** Variables that belong together, with help for setting them. */
export function ConfigSection({ section, form }: { section: Section; form: ConfigForm }) {
  const { t } = useTranslator();
  const id = useId();
  const { group, keys } = section;
  return (
    <Box component="section" {...(group && { 'aria-labelledby': id })} sx={sectionStyle}>
      {group && (
        <Typography id={id} variant="h2">
          {t(`web.admin.config.groups.${group}`)}
        </Typography>
      )}
      {group && <Beginning group={group} />}
      {keys.map((key) => (
        <ConfigField key={key} configKey={key} form={form} />
      ))}
      {group && <End group={group} form={form} />}
    </Box>
  );
}

interface GroupProps {
  group: NonNullable<Section['group']>;
  form: ConfigForm;
}

/** The content before the variables. */
function Beginning({ group }: Pick<GroupProps, 'group'>): ReactNode {
  const provider = oauthProviders.find((name) => group === `oauth.${name}`);
  return provider ? <ProviderSetUp provider={provider} /> : null;
}

/** The content after the variables: a preview of their result. */
function End({ group, form }: GroupProps): ReactNode {
  const template = mailTemplates.find((name) => group === `email.${name}`);
  return template ? <MailPreview template={template} form={form} /> : null;
}

const sectionStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
  p: { xs: 2.5, sm: 3.5 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
} as const;

/** The pages where applications are registered; other providers have their own pages. */
const developerPages: Readonly<Partial<Record<OauthProvider, string>>> = {
  github: 'https://github.com/settings/developers',
  google: 'https://console.cloud.google.com/apis/credentials',
  microsoft: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
  discord: 'https://discord.com/developers/applications',
};

/** The first step is at the provider: registering this instance there provides the ID and the secret. */
function ProviderSetUp({ provider }: { provider: OauthProvider }) {
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

/** The address that a provider has to know about this instance. */
function CallbackAddress({ provider }: { provider: string }) {
  const { t } = useTranslator();
  const appUrl = useConfig()('general.appUrl');
  return (
    <Box>
      <Box sx={{ fontSize: '0.9375rem', fontWeight: 550, mb: 0.75 }}>{t('web.admin.config.callback')}</Box>
      <CopyField
        value={`${appUrl}/api/oauth/callback/${provider}`}
        label={t('web.admin.config.callback')}
        doneMessage={t('web.admin.config.callbackCopied')}
      />
      <Box sx={{ mt: 0.75, typography: 'caption', color: 'text.secondary' }}>
        {t('web.admin.config.callbackHint')}
      </Box>
    </Box>
  );
}
